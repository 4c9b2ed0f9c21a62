# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A window called "Drag Source" whose contents can be dragged. It offers its arguments, which are URIs, as
a file manager does."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # pylint: disable=wrong-import-position


def main():
    text = "".join(uri + "\r\n" for uri in sys.argv[1:])
    content = Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(text.encode()))
    window = Gtk.Window(title="Drag Source", default_width=200, default_height=200)
    source = Gtk.DragSource(content=content, actions=Gdk.DragAction.COPY)
    window.set_child(Gtk.Label(label="Drag"))
    window.add_controller(source)
    window.present()
    GLib.MainLoop().run()


if Gtk.init_check():
    main()
