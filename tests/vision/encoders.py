"""Films as phones, libraries and messengers encode them, where ffmpeg is at hand."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

QUIET = ("ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-threads", "1")


@dataclass(frozen=True)
class Recipe:
    """How a film is encoded, and what that does to its time."""

    name: str
    ending: str
    how: tuple[str, ...]
    bits: float = 0.0
    """Bits for each pixel of each frame; nought where the codec decides."""
    slower: float = 1.0
    """How many times as long it plays as it took: slow motion."""
    turned: bool = False
    """Whether it lies on its side in the file, which says so."""


H264 = ("-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p")
HEVC = ("-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1")
HEVC = (*HEVC, "-x265-params", "log-level=none:pools=1")
TEN_BIT = ("-pix_fmt", "yuv420p10le", "-color_trc", "arib-std-b67")
VP9 = ("-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8")
UNEVEN = "settb=1/90000,setpts='PTS+1200*random(1)*gt(N,0)'"
"""Times that tremble by less than half a frame, as a phone's do."""
DROPPED = "select='not(eq(mod(n,9),4)+eq(mod(n,9),5)*gt(mod(n,60),30))'"
"""Frames that a phone leaves out in dim light."""
VARIABLE = ("-vf", f"{DROPPED},{UNEVEN}", "-vsync", "vfr", "-enc_time_base", "1:90000")
LONG_GAPS = ("-g", "250", "-bf", "3")
PALETTE = (
    "fps=12.5,scale=trunc(iw*0.66):-1,split[a][b];[a]palettegen[p];[b][p]paletteuse"
)

RECIPES = (
    Recipe("phone, H.264 in MOV", ".mov", (*H264, "-bf", "0", "-g", "30"), 0.27),
    Recipe("phone, HEVC in MOV", ".mov", HEVC, 0.13),
    Recipe("phone, HEVC of ten bits", ".mov", (*HEVC, *TEN_BIT), 0.13),
    Recipe("phone upright, on its side", ".mp4", H264, 0.2, turned=True),
    Recipe("variable rate, H.264", ".mp4", (*VARIABLE, *H264), 0.15),
    Recipe("stock, H.264 with long gaps", ".mp4", (*H264, *LONG_GAPS), 0.08),
    Recipe(
        "messenger, H.264 of few bits",
        ".mp4",
        ("-vf", "scale=trunc(iw*0.66/2)*2:trunc(ih*0.66/2)*2", *H264),
        0.02,
    ),
    Recipe("WebM, VP9", ".webm", VP9, 0.05),
    Recipe("slow motion", ".mp4", ("-vf", "setpts=4*PTS", "-r", "30", *H264), 0.1, 4),
    Recipe("transport stream", ".ts", (*H264, *LONG_GAPS), 0.12),
    Recipe("GIF", ".gif", ("-filter_complex", PALETTE)),
    Recipe("bare stream without times", ".h264", H264, 0.12),
)


def can_encode() -> bool:
    """Return whether ffmpeg is at hand."""
    return shutil.which("ffmpeg") is not None


def encode(
    frames: Sequence[np.ndarray], fps: float, recipe: Recipe, path: Path
) -> Path:
    """Write a film as the recipe says; its ending is the recipe's."""
    path = path.with_suffix(recipe.ending)
    shown = [np.rot90(one) for one in frames] if recipe.turned else frames
    high, wide = shown[0].shape[:2]
    rate = ("-b:v", f"{recipe.bits * wide * high * fps:.0f}") if recipe.bits else ()
    raw = ("-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{wide}x{high}")
    if recipe.turned:
        lying = path.with_name(f"lying-{path.name}")
        _run([*raw, "-r", f"{fps}", "-i", "-", *recipe.how, *rate, str(lying)], shown)
        said = ("-metadata:s:v:0", "rotate=-90")
        _run(["-i", str(lying), "-c", "copy", *said, str(path)])
        lying.unlink()
        return path
    _run([*raw, "-r", f"{fps}", "-i", "-", *recipe.how, *rate, str(path)], shown)
    return path


def _run(words: list[str], frames: Iterable[np.ndarray] = ()) -> None:
    with subprocess.Popen([*QUIET, *words], stdin=subprocess.PIPE) as job:
        assert job.stdin
        for frame in frames:
            job.stdin.write(np.ascontiguousarray(frame).tobytes())
        job.stdin.close()
        if job.wait():
            raise RuntimeError(f"ffmpeg failed: {' '.join(words)}")
