"""What two workers learn of one host in the same instant is learnt by both."""

import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from companion.table import own_dice
from companion.table.alone import FILE, alone
from companion.table.host_folders import MOST_HOSTS, TooManyHosts
from companion.table.own_dice import OwnDice, Photo, photos_in


def photo(trial):
    return Photo((), (0.0, 0.0, 0.0), certain=False, whole=False, trial=trial)


def at_once(root, monkeypatch, *trials):
    """Learn from photos at workers that read before any of them writes, if they can."""
    meet = threading.Barrier(len(trials))

    def read(folder):
        found = photos_in(folder)
        with suppress(threading.BrokenBarrierError):  # others were kept waiting
            meet.wait(0.2)
        return found

    monkeypatch.setattr(own_dice, "photos_in", read)
    learnt = []

    def learn(trial):
        learnt.append(OwnDice(root).learn("host", photo(trial)))

    threads = [threading.Thread(target=learn, args=(one,)) for one in trials]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return learnt, {one.trial for one in photos_in(root / "host")}


def test_two_photos_confirmed_in_the_same_instant_are_both_kept(tmp_path, monkeypatch):
    learnt, kept = at_once(tmp_path, monkeypatch, "one", "two")
    assert (learnt, kept) == ([True, True], {"one", "two"})


def test_one_photo_confirmed_twice_in_the_same_instant_counts_once(
    tmp_path, monkeypatch
):
    learnt, kept = at_once(tmp_path, monkeypatch, "one", "one")
    assert (sorted(learnt), kept) == ([False, True], {"one"})


@pytest.mark.skipif(sys.platform == "win32", reason="one process has it for itself")
def test_another_process_is_kept_out_and_let_in_again(tmp_path):
    program = (
        "import fcntl, sys\n"
        "with open(sys.argv[1], 'r+') as file:\n"
        "    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / FILE)]
    with alone(tmp_path):
        inside = subprocess.run(command, capture_output=True, check=False)
    after = subprocess.run(command, capture_output=True, check=False)
    assert b"BlockingIOError" in inside.stderr
    assert after.returncode == 0


def test_the_lock_takes_no_host_s_place(tmp_path):
    own = OwnDice(tmp_path)
    for number in range(MOST_HOSTS):
        assert own.learn(f"host-{number}", photo("one"))
    with pytest.raises(TooManyHosts):
        own.learn("one-more", photo("one"))
    own.forget("host-0")
    assert own.learn("one-more", photo("one"))
