"""One die, traced ray by ray: a cube with rounded edges, printed and lit."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render.camera import Camera, Floats
from vision.train.render.faces import CELL
from vision.train.render.material import Material

_STEPS = 14


@dataclass(frozen=True)
class Shape:
    """Radii, in halves of a die's edge."""

    edge: float
    ball: float
    """The sphere that cuts the corners; 1.8 cuts nothing."""


@dataclass(frozen=True)
class Die:
    """A die lying on the table."""

    middle: Floats
    half: float
    yaw: float
    shape: Shape
    material: Material
    values: list[int]
    """Right, left, far, near, top, bottom before the yaw; 0 is blank."""
    print: NDArray[np.uint8]
    """The atlas of its faces, see `faces.atlas`."""
    spots: list[tuple[float, float]]
    """Where the top face has pips."""

    @property
    def top(self) -> int:
        """Return the face that counts."""
        return self.values[4]

    def turn(self) -> Floats:
        """Return the rotation from the die's own axes to the table's."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return np.float32([[c, -s, 0], [s, c, 0], [0, 0, 1]])

    def corners(self) -> Floats:
        """Return the eight corners on the table."""
        signs = np.float32(
            [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        )
        return signs * self.half @ self.turn().T + self.middle

    def pips(self) -> Floats:
        """Return the middles of the top face's pips on the table, (n, 3)."""
        own = np.float32([[x, -y, 1.0] for x, y in self.spots]).reshape(-1, 3)
        return own * self.half @ self.turn().T + self.middle


@dataclass(frozen=True)
class Light:
    """One lamp and what comes from all around."""

    way: Floats
    """Unit vector towards the lamp."""
    strength: float
    ambient: float
    window: Floats
    """Unit vector towards a bright patch that smooth surfaces mirror."""
    glow: float
    bars: Floats
    """Across which way and how closely its panes are barred; none if zero."""


def distance(p: Floats, shape: Shape) -> Floats:
    """Return the signed distance to the surface of points given as rows x, y, z."""
    flat = np.float32(1 - shape.edge)
    x, y, z = (np.abs(row) - flat for row in p)
    most = np.maximum(np.maximum(x, y), z)
    x, y, z = np.maximum(x, 0), np.maximum(y, 0), np.maximum(z, 0)
    away = np.sqrt(x * x + y * y + z * z) + np.minimum(most, 0) - np.float32(shape.edge)
    if shape.ball < 1.7:
        radius = np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])
        away = np.maximum(away, radius - np.float32(shape.ball))
    return away


def paint(die: Die, camera: Camera, light: Light, rng: np.random.Generator, finest=150):
    """Return (left, top, colours, cover) of the die's patch of the picture.

    Colours are linear BGR (h, w, 3), cover is 0..1 (h, w), in picture pixels;
    None if nothing of it is visible.
    """
    around = camera.project(die.corners())
    low, high = around.min(0), around.max(0)
    left, top = int(low[0]) - 2, int(low[1]) - 2
    wide, tall = int(high[0]) + 3 - left, int(high[1]) + 3 - top
    if wide < 4 or tall < 4 or max(wide, tall) > 3000:
        return None
    fine = min(2.0, finest / max(wide, tall))
    cols, rows = max(int(wide * fine), 8), max(int(tall * fine), 8)
    x, y = np.meshgrid(
        (np.arange(cols, dtype=np.float32) + 0.5) * (wide / cols) + left - 0.5,
        (np.arange(rows, dtype=np.float32) + 0.5) * (tall / rows) + top - 0.5,
    )
    turn = die.turn()
    ways = (camera.rays(x, y) @ turn).reshape(-1, 3)
    eye = ((camera.place - die.middle) / die.half @ turn).astype(np.float32)
    lamp = replace(
        light,
        way=(light.way @ turn).astype(np.float32),
        window=(light.window @ turn).astype(np.float32),
        bars=(light.bars @ turn).astype(np.float32),
    )
    colours, cover = _shade(die, eye, ways, lamp, rng)
    colours = colours.reshape(rows, cols, 3)
    cover = cover.reshape(rows, cols)
    how = cv2.INTER_AREA if fine > 1 else cv2.INTER_LINEAR
    full = cv2.resize(colours * cover[..., None], (wide, tall), interpolation=how)
    cover = cv2.resize(cover, (wide, tall), interpolation=how)
    return left, top, full / np.maximum(cover, 1e-4)[..., None], cover


def _trace(eye: Floats, ways: Floats, shape: Shape):
    """Return the points where rays meet the die and which rays do."""
    along = ways @ eye
    square = along**2 - (eye @ eye - min(3.0, shape.ball**2))
    alive = square > 0
    far = np.where(alive, -along - np.sqrt(np.maximum(square, 0)), 0)
    picked = np.flatnonzero(alive)
    t, w = far[picked], np.ascontiguousarray(ways[picked].T)
    start = eye[:, None]
    for _ in range(_STEPS):
        t = t + distance(start + t * w, shape)
    points = start + t * w
    hit = distance(points, shape) < 0.03
    return np.ascontiguousarray(points[:, hit].T), picked[hit]


def _normals(p: Floats, shape: Shape) -> Floats:
    q = np.abs(p) - (1 - shape.edge)
    soft = np.maximum(q, 0) * np.sign(p)
    length = np.linalg.norm(soft, axis=-1, keepdims=True)
    flat = np.zeros_like(p)
    axis = np.abs(p).argmax(-1)
    index = np.arange(len(p))
    flat[index, axis] = np.sign(p[index, axis])
    n = np.where(length > 1e-3, soft / np.maximum(length, 1e-3), flat)
    if shape.ball < 1.7:
        radius = np.linalg.norm(p, axis=-1, keepdims=True)
        n = np.where(radius > shape.ball - 0.02, p / radius, n)
    return n.astype(np.float32)


def _ink(die: Die, p: Floats, shift: tuple[float, float] = (0, 0)):
    """Return how much of each point is printed and on which face it lies."""
    axis = np.abs(p).argmax(-1)
    index = np.arange(len(p))
    side = axis * 2 + (p[index, axis] < 0)
    u = p[index, (axis + 1) % 3] + shift[0]
    v = -p[index, (axis + 2) % 3] * np.sign(p[index, axis]) + shift[1]
    x = ((u + 1) / 2 * CELL - 0.5).astype(np.float32)
    y = ((v + 1) / 2 * CELL - 0.5).clip(0, CELL - 1) + side * CELL
    ink = cv2.remap(
        die.print,
        x.reshape(1, -1),
        y.astype(np.float32).reshape(1, -1),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    return np.asarray(ink, np.float32).reshape(-1) / 255, side


def _body(die: Die, p: Floats, rng: np.random.Generator) -> Floats:
    material = die.material
    if material.second is material.body:
        return np.broadcast_to(material.body, p.shape)
    veins = int(rng.integers(4, 20))
    cloud = cv2.resize(
        rng.random((veins, veins), np.float32), (64, 64), interpolation=cv2.INTER_CUBIC
    )
    x = ((p[:, 0] + 0.6 * p[:, 2] + 2) / 4 * 63).astype(np.float32)
    y = ((p[:, 1] + 0.4 * p[:, 2] + 2) / 4 * 63).astype(np.float32)
    amount = cv2.remap(
        cloud, x.reshape(1, -1), y.reshape(1, -1), cv2.INTER_LINEAR, borderMode=1
    )
    amount = np.clip((amount.reshape(-1, 1) - 0.4) * 4, 0, 1)
    return material.body * (1 - amount) + material.second * amount


def _mirrored(die: Die, n: Floats, ways: Floats, light: Light) -> Floats:
    """Return the light of the room that the surface mirrors, more at flat angles."""
    facing = -(n * ways).sum(-1, keepdims=True)
    back = ways + 2 * facing * n
    share = 0.04 + 0.96 * (1 - np.clip(facing[:, 0], 0, 1)) ** 5
    room = light.ambient * (0.5 + 0.5 * back[:, 2])
    patch = light.glow * np.clip((back @ light.window - 0.75) * 8, 0, 1)
    patch *= np.clip(1 + 2 * np.sin(back @ light.bars), 0, 1)
    return min(1.0, 2 * die.material.gloss) * share * (room + patch)


GLASS = 1.5
"""How strongly translucent bodies break light."""


def _broken(n: Floats, ways: Floats) -> Floats:
    """Return which way rays go on inside the body."""
    facing = -(n * ways).sum(-1, keepdims=True).clip(-1, 0)
    steep = np.sqrt(1 - (1 - facing**2) / GLASS**2)
    return ways / GLASS + (facing / GLASS - steep) * n


def _seen_through(die: Die, p: Floats, inward: Floats, colour, ink):
    """Return the colours with the far sides' pips shining through the body."""
    safe = np.where(np.abs(inward) < 1e-4, 1e-4, inward)
    out = ((np.sign(safe) - p) / safe).clip(0, 4).min(-1, keepdims=True)
    behind = (p + out * inward).clip(-0.999, 0.999).astype(np.float32)
    mark = _ink(die, behind)[0] * (1 - ink) * min(1.0, 1.1 * die.material.clear)
    far = 0.55 * colour + 0.45 * die.material.pip  # tinted by the way through
    deep = np.clip(1 - 0.25 * die.material.clear * out, 0.4, 1)
    return colour * deep * (1 - mark[:, None]) + far * mark[:, None]


def _shade(die: Die, eye: Floats, ways: Floats, light: Light, rng):
    """Return linear colours (n, 3) and cover (n,); all in the die's own axes."""
    colours = np.zeros((len(ways), 3), np.float32)
    cover = np.zeros(len(ways), np.float32)
    p, where = _trace(eye, ways, die.shape)
    if not len(p):
        return colours, cover
    lamp = light.way
    n = _normals(p, die.shape)
    ink, side = _ink(die, p)
    hollow = _ink(die, p, (0.05, 0.05))[0] - ink
    odd = np.isin(side, [i for i, value in enumerate(die.values) if value == 1])
    pip = np.where(odd[:, None], die.material.odd_pip, die.material.pip)
    colour = _body(die, p, rng) * (1 - ink[:, None]) + pip * ink[:, None]
    if die.material.clear:
        colour = _seen_through(die, p, _broken(n, ways[where]), colour, ink)
    facing = np.maximum(n @ lamp, 0)
    low = 0.7 + 0.3 * (p[:, 2] + 1) / 2
    lit = light.ambient * (0.75 + 0.25 * n[:, 2]) * low + light.strength * facing
    clear = die.material.clear
    lit = lit * (1 - clear) + clear * (light.ambient + 0.6 * light.strength)
    lit = lit * (1 + die.material.relief * hollow * np.sign(lamp[0]))
    half = lamp - ways[where]
    half /= np.linalg.norm(half, axis=-1, keepdims=True)
    shine = die.material.gloss * np.maximum((n * half).sum(-1), 0) ** die.material.sharp
    shine = shine * light.strength + _mirrored(die, n, ways[where], light)
    colours[where] = colour * lit[:, None] + (shine * (1 - 0.6 * ink))[:, None]
    cover[where] = 1 - min(clear, 0.5) * 0.5 * (1 - ink)
    return colours, cover
