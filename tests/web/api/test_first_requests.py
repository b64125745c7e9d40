"""The very first requests of a fresh process may come from everybody at once."""

import subprocess
import sys

import pytest

from tests.live import ROOT

PHONES = 16
STARTS = 12
"""Each takes a second; the lazy way crashed about one start in forty."""

AT_ONCE = f"""
import json, sys, tempfile, threading
from app import create_app
from tests import pig

app = create_app({{"DATA": tempfile.mkdtemp(), "GAMES": {{"pig": pig.GAME}}}})
start, statuses = threading.Barrier({PHONES}), []

def phone(number):
    client = app.test_client()
    body = {{"game": "pig", "players": [f"Ana {{number}}", "Ben"], "options": {{}}}}
    join = {{"code": "nothing", "seat": number}}
    start.wait()
    path, sent = ("/api/tables", body) if number % 2 else ("/api/join", join)
    statuses.append(client.post(path, data=json.dumps(sent)).status_code)

phones = [threading.Thread(target=phone, args=(n,)) for n in range({PHONES})]
sys.setswitchinterval(1e-6)
for one in phones: one.start()
for one in phones: one.join()
print(*sorted(statuses))
"""


@pytest.mark.slow
def test_sixteen_first_posts_at_once_do_no_harm():
    half = PHONES // 2
    for _ in range(STARTS):
        done = subprocess.run(
            [sys.executable, "-c", AT_ONCE],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == ["201"] * half + ["404"] * half


def test_no_request_has_to_make_its_decoder():
    code = (
        "import msgspec, sys, tempfile\n"
        "from app import create_app\n"
        "app = create_app({'DATA': tempfile.mkdtemp()})\n"
        "made, late = msgspec.json.Decoder, []\n"
        "msgspec.json.Decoder = lambda *a: late.append(a) or made(*a)\n"
        "msgspec.json.decode = lambda *a, **k: late.append(a)\n"
        "sent = {'game': 'karma-dice', 'players': ['Ana', 'Ben']}\n"
        "answer = app.test_client().post('/api/tables', json=sent)\n"
        "assert answer.status_code == 201, answer.text\n"
        "sys.exit(bool(late))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
