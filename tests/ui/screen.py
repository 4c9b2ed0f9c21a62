# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Pixels of the virtual display."""

import ctypes

from harness import Failure


class Image(ctypes.Structure):
    """The beginning of an XImage."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                ("format", ctypes.c_int), ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int),
                ("bitmap_unit", ctypes.c_int), ("bitmap_bit_order", ctypes.c_int),
                ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]


class Screen:
    """The contents of the display, read directly: a picture in a file would take a tenth of a second."""

    _ALL_PLANES, _AS_PIXELS = ctypes.c_ulong(-1), 2

    def __init__(self, name):
        self._x = ctypes.CDLL("libX11.so.6")
        for function, result in (("XOpenDisplay", ctypes.c_void_p), ("XDefaultRootWindow", ctypes.c_ulong),
                                 ("XGetImage", ctypes.POINTER(Image))):
            getattr(self._x, function).restype = result
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(name.encode()))
        if not self._display:
            raise Failure("no display " + name)
        self._root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))

    def look(self, x, y, width=1, height=1, window=None):
        """The pixels as bytes: of the screen, or of one X window, with their opacity."""
        drawable = ctypes.c_ulong(window) if window is not None else self._root
        image = self._x.XGetImage(self._display, drawable, x, y, width, height, self._ALL_PLANES,
                                  self._AS_PIXELS)
        pixels = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * height)
        self._x.XDestroyImage(image)
        return pixels
