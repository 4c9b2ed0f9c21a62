# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Reads through the service: CheckAccess and OpenAccess, as a program on the bus calls them."""

import os

from gi.repository import Gio, GLib

from harness import BusError, CONTROL, PATIENCE, SERVICE_NAME, SERVICE_PATH

PER_MINUTE = 120  # PADDOCK_LIMIT_READS_PER_MINUTE
IN_FLIGHT = 100  # the bus itself refuses more than 128 calls without an answer


def _reference(reference):
    return os.fsencode(reference) + b"\0"


class Reader:
    """A separate connection, whose reads count by themselves."""

    def __init__(self, box):
        self.connection = box.connect()

    def _call(self, method, reference, server, options, seconds):
        parameters = GLib.Variant("(saya{sv})", (server, _reference(reference), options))
        try:
            return self.connection.call_with_unix_fd_list_sync(
                SERVICE_NAME, SERVICE_PATH, CONTROL, method, parameters, None,
                Gio.DBusCallFlags.NONE, int(seconds * 1000 * PATIENCE), None, None)
        except GLib.Error as error:
            raise BusError(error) from None

    def check(self, reference, server="", write=False, seconds=20):
        """The answer of CheckAccess, as a dictionary."""
        options = {"write": GLib.Variant("b", True)} if write else {}
        answer, descriptors = self._call("CheckAccess", reference, server, options, seconds)
        assert descriptors is None or descriptors.get_length() == 0, "a check gave a descriptor"
        return answer.unpack()[0]

    def verdict(self, reference, server="", write=False):
        return self.check(reference, server, write)["verdict"]

    def open(self, reference, server="", seconds=70):
        """The answer of OpenAccess, and the descriptor or None; the caller closes it."""
        answer, descriptors = self._call("OpenAccess", reference, server, {}, seconds)
        result = answer.unpack()[0]
        count = descriptors.get_length() if descriptors is not None else 0
        assert count == (1 if result["verdict"] == "allowed" else 0), (result, count)
        return result, descriptors.get(result["descriptor"]) if count else None

    def read(self, reference, server=""):
        """The verdict of OpenAccess, and all bytes of the descriptor, or None."""
        result, descriptor = self.open(reference, server)
        if descriptor is None:
            return result["verdict"], None
        with os.fdopen(descriptor, "rb") as stream:
            return result["verdict"], stream.read()

    def together(self, references, server="", seconds=30):
        """CheckAccess for each, IN_FLIGHT at a time; returns the verdicts in their order."""
        context = GLib.MainContext()
        answers = [None] * len(references)
        waiting = iter(enumerate(references))
        under_way = set()

        def send():
            for index, reference in waiting:
                under_way.add(index)
                self.connection.call(
                    SERVICE_NAME, SERVICE_PATH, CONTROL, "CheckAccess",
                    GLib.Variant("(saya{sv})", (server, _reference(reference), {})), None,
                    Gio.DBusCallFlags.NONE, int(seconds * 1000 * PATIENCE), None, on_answer, index)
                return

        def on_answer(connection, result, index):
            under_way.discard(index)
            try:
                answers[index] = connection.call_finish(result).unpack()[0]["verdict"]
            except GLib.Error as error:
                answers[index] = error.message
            send()

        context.push_thread_default()
        try:
            for _ in range(IN_FLIGHT):
                send()
            while under_way:
                context.iteration(True)
        finally:
            context.pop_thread_default()
        return answers
