"""Printed sheets as a camera sees them: rasterised, photographed, decoded."""

import cv2
import numpy as np
import pypdfium2

Image = np.ndarray


def rasterise(pdf: bytes, dpi: int = 300, most: int | None = None) -> list[Image]:
    """Return the pages (the first so many) as grey pictures."""
    pages = list(pypdfium2.PdfDocument(pdf))[:most]
    return [page.render(scale=dpi / 72, grayscale=True).to_numpy() for page in pages]


def photograph(crop: Image, rng: np.random.Generator, scale: float) -> Image:
    """Return a hand-held photo of a piece of a sheet: tilted, blurred, noisy, dim."""
    height, width = crop.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    tilt = rng.uniform(-0.12, 0.12, (4, 2)) * (width, height)
    size = round(width * scale * 1.3), round(height * scale * 1.3)
    seen = (corners + tilt) * scale + np.array(size) * 0.115
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), rng.uniform(-25, 25), 1)
    seen = (np.c_[seen, np.ones(4)] @ turn.T).astype(np.float32)
    view = cv2.getPerspectiveTransform(corners, seen)
    photo = cv2.warpPerspective(crop, view, size, flags=cv2.INTER_AREA, borderValue=170)
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.6, 1.6))
    light = np.linspace(rng.uniform(0.55, 0.8), rng.uniform(0.8, 1.0), size[0])
    noisy = photo * light + rng.normal(0, 6, photo.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def decode(picture: Image) -> str:
    """Return what OpenCV reads from a picture of one code."""
    for detector in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
        text = detector.detectAndDecode(picture)[0]
        if text:
            return text
    return ""
