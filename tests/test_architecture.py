"""The direction of imports, rooms that nobody else knows, and the size of files."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[1]

MUST_NOT_IMPORT = {
    "companion/core": ("companion.", "vision", "flask", "sqlalchemy", "cv2", "numpy"),
    "companion/games": (
        "flask",
        "cv2",
        "sqlalchemy",
        "random",
        "time",
        "datetime",
        "secrets",
        "vision",
        "companion.web",
        "companion.table",
    ),
    "companion/rulebook": ("companion.web", "companion.table", "flask", "sqlalchemy"),
    "companion/table": ("flask", "werkzeug", "companion.web", "companion.games."),
    "companion/web": ("sqlalchemy", "cv2", "numpy", "vision", "companion.games."),
    "vision": ("companion", "flask", "sqlalchemy"),
}
"""The table of DESIGN: a name ending in a dot means everything below it."""

ALLOWED = {
    ("companion/core", "companion.core"),
    # The list of games is no single game.
    ("companion/table", "companion.games.GAMES"),
    # The typed seam: values only, nothing that can see.
    ("companion/games", "vision.readings"),
    ("companion/web", "companion.games.GAMES"),
}

EVERYWHERE = ("app.py", "Makefile", "pyproject.toml", "companion", "static", "vision")
"""What is shipped; documents and tests may speak of games."""

ROOMS = ROOT / "companion" / "games"

ORDINARY = {
    "hands": "what the light of a camera says while hands are over the table",
    "actions": "the address and the region of a page where any game is played",
    "me": "a tab of the phone",
    "now": "the place on a rule's sheet for what it means at this table",
    "options": "what every game is laid out with",
    "order": "the line on the setup page about who sits where",
    "player": "the part of the table screen about one of them",
    "players": "who sits at any table",
    "red": "one of the eight colours",
    "round": "the shape of a line's end, and the place for what a room says of it",
    "seats": "where players sit",
    "solo": "one player at the table",
    "summary": "a field of OpenAPI",
    "ways": "the row of other ways to enter a roll",
}
"""Keys of some game's board that are words of the house too, and what for."""

LONGEST_FILE = 300
"""Lines that are not blank."""


def files(folder):
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path):
    """Yield every module this file imports, wherever the statement stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute here"
            yield f"{node.module}"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def written_lines(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return sum(bool(line.strip()) for line in lines)


def reaches(name, forbidden):
    if forbidden.endswith("."):
        return name.startswith(forbidden)
    return name == forbidden or name.startswith(forbidden + ".")


def faults(folder):
    for path in files(folder):
        for name in imports(path):
            for forbidden in MUST_NOT_IMPORT[folder]:
                ours = any(
                    folder == where and reaches(name, allowed)
                    for where, allowed in ALLOWED
                )
                if reaches(name, forbidden) and not ours:
                    yield f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("folder", MUST_NOT_IMPORT)
def test_imports_point_one_way(folder):
    assert list(faults(folder)) == []


def test_the_check_itself_sees_a_forbidden_import(tmp_path, monkeypatch):
    bad = tmp_path / "companion" / "table"
    bad.mkdir(parents=True)
    text = "def f():\n    from companion.games.pig import GAME\n    import flask.json\n"
    (bad / "bad.py").write_text(text)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    assert len(list(faults("companion/table"))) == 3


def test_core_needs_nothing_but_the_standard_library():
    import sys

    for path in files("companion/core"):
        for name in imports(path):
            top = name.partition(".")[0]
            ours = name.startswith("companion.core")
            assert ours or top in sys.stdlib_module_names, f"{path.name}: {name}"


def test_games_do_not_know_each_other():
    for path in files("companion/games"):
        own = path.relative_to(ROOT / "companion" / "games").parts[0]
        if own == "__init__.py":
            continue
        for name in imports(path):
            game = name.split(".")[2:3]
            if name.startswith("companion.games."):
                assert game == [own], f"{path.relative_to(ROOT)} imports {name}"


def test_the_command_line_of_vision_knows_no_game():
    names = {name for path in files("vision") for name in imports(path)}
    assert not any(reaches(name, "companion") for name in names)


def room_names():
    """Return every word a game is called by: its folder, its key, its name."""
    folders = {
        room.name for room in ROOMS.iterdir() if (room / "rulebook.toml").exists()
    }
    return folders | set(GAMES) | {game.name for game in GAMES.values()}


def called(name):
    """Return a pattern for a name, however it is joined."""
    return re.sub(r"[ _-]", "[ _-]?", name)


def board_keys():
    views = (game.view(game.start({}), 0) for game in GAMES.values())
    return {key for view in views for key in view["board"]}


def shared_files():
    """Yield every text of the house that stands in no room."""
    for name in EVERYWHERE:
        start = ROOT / name
        for path in sorted(start.rglob("*")) if start.is_dir() else [start]:
            in_a_room = path.is_relative_to(ROOMS) and path.parent != ROOMS
            listed = path == ROOMS / "__init__.py"
            if not path.is_file() or in_a_room or listed or "__pycache__" in path.parts:
                continue
            try:
                yield path, path.read_text("utf-8")
            except UnicodeDecodeError:
                continue


def test_nothing_outside_the_rooms_knows_a_game_by_name():
    names = re.compile("|".join(map(called, room_names())), re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}: {known.group()}"
        for path, text in shared_files()
        if (known := names.search(f"{path.relative_to(ROOT)}\n{text}"))
    ]
    assert found == []


def keys_known_to(text, keys):
    """Yield what a text asks of a board: the board itself, or one of these keys."""
    yield from re.findall(r"""\bboard(?:["']\])?(?:\.\w+|\[)""", text)
    for key in keys:
        yield from re.findall(rf"""(?<![\w-])(["']){key}\1""", text) and [key]


def test_nothing_outside_the_rooms_looks_into_the_board_of_a_game():
    keys = board_keys() - ORDINARY.keys()
    found = [
        f"{path.relative_to(ROOT)}: {known}"
        for path, text in shared_files()
        for known in keys_known_to(text, keys)
    ]
    assert found == []


def test_the_checks_see_a_name_and_a_key():
    assert re.search(called("karma-dice"), "KarmaDice karma_dice", re.IGNORECASE)
    assert len(list(keys_known_to('view["board"]["me"]; view.board.me', {}))) == 2
    assert list(keys_known_to("{% if x == 'wheel' %}", {"wheel"})) == ["wheel"]
    assert not list(keys_known_to("the wheel, clipboard.writeText", {"wheel"}))


def test_no_excuse_outlives_its_key():
    assert ORDINARY.keys() <= board_keys()


@pytest.mark.parametrize("key", GAMES)
def test_the_screens_of_a_room_use_their_own_and_the_shared_alone(key):
    screens = GAMES[key].room / "screens"
    for page in screens.glob("*.html"):
        named = re.findall(r'(?:include|import) "([^"]+)"', page.read_text("utf-8"))
        for name in named:
            own = screens / name.removeprefix(f"rooms/{key}/")
            ours = ROOT / "companion" / "web" / "templates" / name
            assert own.is_file() or ours.is_file(), f"{page.name} includes {name}"
    for script in screens.glob("*.js"):
        named = re.findall(r'(?:import|from) "([^"]+)"', script.read_text("utf-8"))
        for name in named:
            shared = name.startswith("/static/js/")
            found = ROOT / name[1:] if shared else screens / name
            assert found.is_file(), f"{script.name} imports {name}"


@pytest.mark.parametrize("folder", ["companion", "vision"])
def test_no_file_is_too_long(folder):
    long = {
        str(path.relative_to(ROOT)): lines
        for path in files(folder)
        if (lines := written_lines(path)) > LONGEST_FILE
    }
    assert not long


def test_every_public_name_of_an_engine_is_pure_of_clock_and_dice():
    """Not even through the back door: no engine touches the interpreter's chance."""
    for path in files("companion/games"):
        text = path.read_text(encoding="utf-8")
        for word in ("__import__", "importlib.import_module", "os.urandom"):
            assert word not in text, path


def test_nothing_in_vision_names_a_game():
    for path in files("vision"):
        text = path.read_text(encoding="utf-8").lower()
        named = [key for key in ("karma", "samsara", "samusara") if key in text]
        assert named == [], f"{path.relative_to(ROOT)} names {named}"


@pytest.mark.parametrize("name", [one.name for one in ROOT.glob("requirements*.txt")])
def test_every_package_is_pinned_with_hashes(name):
    path = ROOT / name
    blocks = re.split(r"\n(?=\S)", path.read_text("utf-8").strip())
    assert len(blocks) > 1
    for block in blocks:
        assert re.match(r"[a-z0-9-]+(\[[a-z,]+\])?==\S+", block), block
        assert "--hash=sha256:" in block, block
