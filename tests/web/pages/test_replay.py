"""A game can be seen again, by the same eyes and no others."""

import pytest

SECRET = 9753


@pytest.fixture
def played(party):
    ana = party.seats[0]
    said = [
        ana.act("note", seat=0, number=SECRET),
        ana.act("roll"),
        ana.act("landed", face=4),
        party.host.say("/undo"),
        ana.act("landed", face=5),
    ]
    assert [one.status_code for one in said] == [201] * 5
    return party


def at(someone, version, **query):
    query = "&".join(f"{key}={value}" for key, value in query.items())
    answer = someone.client.get(
        f"/t/{someone.table}/replay?at={version}&{query}", headers=someone.headers()
    )
    assert answer.status_code == 200
    return answer.text


def test_every_moment_can_be_looked_at(app, played):
    table = app.extensions["services"].tables.open(played.table)
    for version in range(table.version + 1):
        then = table.at(version)
        assert then.version == version
        assert then == then.replay(())
        page = at(played.watcher, version)
        assert f"{version} / {table.version}" in page
    assert table.at(table.version) == table
    assert table.at(4).state == table.at(2).state


def test_a_moment_equals_the_replay_of_its_entries(app, played):
    from companion.table.table import lay_out

    table = app.extensions["services"].tables.open(played.table)
    laid = lay_out(table.charter, table.game)
    for version in range(table.version + 1):
        replayed = laid.replay(step.entry for step in table.log[:version])
        assert table.at(version) == replayed


def test_odd_wishes_show_the_nearest_move(played):
    assert "0 / " in at(played.watcher, -5)
    last = played.watcher.look()["version"]
    assert f"{last} / {last}" in at(played.watcher, 99999)
    assert f"{last} / {last}" in at(played.watcher, "soon")


def test_nobody_sees_more_than_at_the_table(app, played):
    for someone in (played.watcher, played.seats[1], played.host):
        for version in range(6):
            assert str(SECRET) not in at(someone, version)
    assert (
        str(SECRET)
        in app.test_client()
        .get(f"/api/tables/{played.table}", headers=played.seats[0].headers())
        .text
    )


def test_strangers_see_nothing(app, played):
    answer = app.test_client().get(f"/t/{played.table}/replay")
    assert answer.status_code == 401


def test_the_photo_of_a_throw_is_shown_at_its_move(app, played):
    kept = app.extensions["services"].kept
    folder = kept._folder(played.table)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "3.jpg").write_bytes(b"a photo")
    assert kept.versions(played.table) == {3}
    assert "/throws/3.jpg?as=" in at(played.watcher, 3)
    assert "/throws/" not in at(played.watcher, 2)
