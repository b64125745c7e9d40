"""axe-core on an open page: what would keep somebody out, in light and in dark."""

from __future__ import annotations

import pytest

LOOK = """async (only) => {
  const drawn = () => new Promise(requestAnimationFrame)
  await drawn() // what a page does when its size changes, it does before it is drawn
  await drawn()
  document.getAnimations().forEach((one) => one.finish()) // half faded in is no colour
  const found = await axe.run(document, {
    resultTypes: ["violations"],
    ...(only && { runOnly: { type: "rule", values: only } }),
  })
  return found.violations.flatMap((fault) => fault.nodes.map((node) =>
    `${fault.id}: ${node.target.join(" ")} (${node.failureSummary.split("\\n")[1]})`))
}"""

SCHEMES = {"light": None, "dark": ["color-contrast"]}
"""Which rules are asked in which scheme: only colours can differ in the dark."""


def violations(page) -> list[str]:
    """Return what axe finds wrong with a page as it stands."""
    axe = pytest.importorskip("axe_playwright_python.base")
    page.evaluate(axe.AXE_SCRIPT)
    faults = []
    for scheme, only in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        faults += [f"{scheme} {one}" for one in page.evaluate(LOOK, only)]
    page.emulate_media(color_scheme="light")
    return faults
