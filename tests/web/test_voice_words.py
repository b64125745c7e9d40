"""What counts as "stop" when it is heard, in each language."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from companion.web.i18n import vocabulary
from tests.web.wording import ROOT

NODE = shutil.which("node")
SAID = "stop/I stop/enough/I keep it/I keep"
HEAR = """
globalThis.window = {}
const [phrases, ...heard] = process.argv.slice(1)
globalThis.document = { querySelector: () => ({ textContent: phrases }) }
const { isStop } = await import("%s/static/js/voice.js")
console.log(JSON.stringify(heard.map(isStop)))
"""

STOPS = {
    "en": ("Stop.", "stop stop!", "I stop", "Stop, I keep it."),
    "fr": ("Stop !", "Stop, je garde.", "J’arrête.", "basta"),
    "it": ("Stop!", "Basta.", "Basta, mi fermo."),
}
NOT = {
    "en": ("never stop", "the bus stop", "keep going", ""),
    "fr": ("je ne m’arrête pas", "on s’arrête quand ?", "garde les dés"),
    "it": ("non mi fermo", "basta così poco?", "avanti"),
}


@pytest.mark.skipif(NODE is None, reason="no Node.js on this machine")
@pytest.mark.parametrize("lang", STOPS)
def test_stop_said_alone_is_a_stop_and_nothing_else_is(lang):
    phrases = vocabulary().template(SAID, None, 0, lang, None)
    heard = (*STOPS[lang], *NOT[lang])
    words = [NODE, "--input-type=module", "-e", HEAR % ROOT, phrases, *heard]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert json.loads(told) == [True] * len(STOPS[lang]) + [False] * len(NOT[lang])
