# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What `paddock run` reports of a confined server, with the seal that docs/socket.md describes."""

import hashlib
import hmac
import os

PREFIX = "io.github.paddock-mcp/"


def key_of(box):
    with open(os.path.join(box.data_home, "paddock", "seal-key"), encoding="ascii") as stream:
        return stream.read()


def seal_of(key, server, network, more, *paths):
    texts = [text.encode() for text in ("paddock confined 1", server, network, str(more), *paths)]
    return hmac.new(key.encode(), b"".join(b"%d:%s" % (len(text), text) for text in texts),
                    hashlib.sha256).hexdigest()


def report(peer, **value):
    """Sends it as a peer with a launch."""
    peer.send({"jsonrpc": "2.0", "method": "notifications/message", "params": {
        "level": "notice", "data": "confined", "_meta": {PREFIX + "confined": value}}})
