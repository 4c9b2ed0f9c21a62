# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The service is killed in the middle of changes. A program on the bus or a command waits for each change.
An acknowledged change (a reply, exit status 0, a list on the wire) is there afterwards. Of the change
under way there is all or nothing."""

import copy
import os
import random
import signal
import threading
import time

from harness import Box, BusError, Failure, PATIENCE, equal, wait_until
from installation import is_alive
from peer import Peer, PeerProcess
from tap import diag, run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

ROUNDS = 200 if os.environ.get("PADDOCK_TEST_FULL") else 10
FOLDERS = 6
HUNT = 1  # s
SEED = int(os.environ.get("PADDOCK_TEST_SEED", "20261120"))


class State:
    """The expected folders and server of one writer."""

    def __init__(self):
        self.roots = {}  # path -> [name, access]
        self.granted = set()  # paths
        self.blocked = False

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return repr(vars(self))

    # The documented effects of the verbs.

    def add(self, paths):
        self.roots.update({path: [None, "read-write"] for path in paths})

    def remove(self, paths):
        for path in paths:
            del self.roots[path]
        self.granted -= set(paths)

    def name(self, path, name):
        self.roots[path][0] = name

    def access(self, path, access):
        self.roots[path][1] = access

    def grant(self, paths):
        self.granted |= set(paths)

    def revoke(self, paths):
        self.granted -= set(paths)

    def block(self):
        self.granted = set()
        self.blocked = True

    def unblock(self):
        self.blocked = False


class Writer:
    """Makes changes one after the other, until one fails or it is told to stop."""

    def __init__(self, box, label, chance):
        self.box = box
        self.server = label
        self.chance = chance
        self.folders = [box.folder(label, "f%d" % number) for number in range(FOLDERS)]
        self.state = State()  # acknowledged
        self.pending = None  # the state after the change under way
        self.serial = 0  # of the last acknowledged change
        self.acknowledged = 0
        self.problem = None
        self.is_over = False

    def _some(self, paths):
        paths = sorted(paths)
        return self.chance.sample(paths, self.chance.randint(1, min(3, len(paths))))

    def choose(self):
        """A verb that makes sense now, with its arguments."""
        state = self.state
        choices = []
        if len(state.roots) < FOLDERS:
            choices += [("add", lambda: [self._some(set(self.folders) - set(state.roots))])] * 3
        if state.roots:
            one = sorted(state.roots)[0]
            choices += [("remove", lambda: [self._some(state.roots)]),
                        ("name", lambda: [one, "n%d" % self.chance.randrange(1000)]),
                        ("access", lambda: [one, self.chance.choice(("read-only",
                                                                     "read-write"))])]
        if not state.blocked:
            choices.append(("block", list))
        else:
            choices += [("unblock", list)] * 3
        free = set(state.roots) - state.granted
        if free and not state.blocked:
            choices += [("grant", lambda: [self._some(free)])] * 4
        if state.granted:
            choices.append(("revoke", lambda: [self._some(state.granted)]))
        verb, arguments = self.chance.choice(choices)
        return verb, arguments()

    def go(self):
        try:
            while not self.is_over:
                verb, arguments = self.choose()
                pending = copy.deepcopy(self.state)
                getattr(pending, verb)(*arguments)
                self.pending = pending
                if not self.change(verb, *arguments):
                    return
                self.state, self.pending = pending, None
                self.serial += 1
                self.acknowledged += 1
        except Exception as error:  # pylint: disable=broad-except
            self.problem = error

    def change(self, verb, *arguments):
        """Makes a change; returns whether it was acknowledged."""
        raise NotImplementedError

    def read(self, control):
        """The service's data about this writer."""
        state = State()
        ids = {}
        for root in control.call("ListRoots"):
            path = os.fsdecode(bytes(root["path"]).rstrip(b"\0"))
            if path in self.folders:
                state.roots[path] = [root.get("name"), root["access"]]
                ids[root["id"]] = path
        server = control.server(self.server)
        state.blocked = server["standing"] == "blocked"
        state.granted = {ids[grant["root"]] for grant in server["grants"]}
        return state

    def check(self, control):
        """After a restart: the acknowledged state, or that plus the whole pending change."""
        if self.problem is not None:
            raise self.problem
        found = self.read(control)
        if found not in (self.state, self.pending):
            raise Failure("%s: found %r; acknowledged was %r, under way %r" % (
                self.server, found, self.state, self.pending))
        is_done = found != self.state
        self.state, self.pending = found, None
        return is_done


class BusWriter(Writer):
    """A program that calls the control interface."""

    def change(self, verb, *arguments):
        try:
            self._call(verb, *arguments)
        except BusError as error:
            # Only the end of the service may be a reason for a failure.
            if error.name in ("org.freedesktop.DBus.Error.NoReply",
                              "org.freedesktop.DBus.Error.ServiceUnknown",
                              "org.freedesktop.DBus.Error.NameHasNoOwner",
                              "org.freedesktop.DBus.Error.UnknownMethod"):
                return False
            raise
        return True

    def _call(self, verb, *arguments):
        from gi.repository import GLib  # pylint: disable=import-outside-toplevel
        control = self.control
        if verb == "add":
            results = control.call("AddRoots", [os.fsencode(path) + b"\0" for path in arguments[0]],
                                   {})
            assert all(result["added"] for result in results), results
            for path, result in zip(arguments[0], results):
                self.ids[path] = result["id"]
        elif verb == "remove":
            control.call("RemoveRoots", [self.ids[path] for path in arguments[0]])
        elif verb in ("name", "access"):
            equal(control.call("ChangeRoot", self.ids[arguments[0]],
                               {verb: GLib.Variant("s", arguments[1])}), "", "request")
        elif verb == "grant":
            equal(control.grant(self.server_id, *[self.ids[path] for path in arguments[0]]), "",
                  "request")
        elif verb == "revoke":
            control.revoke(self.server_id, *[self.ids[path] for path in arguments[0]])
        else:
            control.call(verb.capitalize(), self.server_id)

    def begin(self, control):
        self.control = control
        self.server_id = control.server(self.server)["id"]
        self.ids = {os.fsdecode(bytes(root["path"]).rstrip(b"\0")): root["id"]
                    for root in control.call("ListRoots")}


class CommandWriter(Writer):
    """A person or a script at the command line."""

    def change(self, verb, *arguments):
        line = [verb] if verb in ("add", "remove") else [verb, self.server]
        line += [path for paths in arguments for path in paths]
        process = self.box.start(*line)
        _, err = process.communicate(timeout=30 * PATIENCE)
        if process.returncode not in (0, 1):
            raise Failure("paddock %s: %d, %r" % (line, process.returncode, err))
        return process.returncode == 0

    def choose(self):
        # Only the window changes names and access.
        while True:
            verb, arguments = super().choose()
            if verb not in ("name", "access"):
                return verb, arguments

    def begin(self, control):
        pass


class Reader:
    """The server of a writer, which lists its roots again and again."""

    def __init__(self, writer, kill=None):
        """kill: called as soon as a list shows a change that is not acknowledged yet."""
        self.writer = writer
        self.kill = kill
        self.peer = Peer(writer.box.socket, name=writer.server).wait_ready()
        self.lists = 0
        self.last = None  # (serial of the change before and after, the set of paths)

    def go(self):
        try:
            while True:
                before = self.writer.serial
                paths = {uri[len("file://"):] for uri in self.peer.uris()}
                granted, pending = self.writer.state.granted, self.writer.pending
                self.lists += 1
                self.last = (before, self.writer.serial, paths)
                if (self.kill is not None and pending is not None and
                        before == self.writer.serial and paths != granted):
                    self.kill()
                    return
        except Failure:
            pass

    def check(self, acknowledged, pending, final):
        """A change that was seen on the wire must be there."""
        if self.last is None or pending is None:
            return False
        before, after, paths = self.last
        if not before == after == self.writer.serial or paths == acknowledged.granted:
            return False
        if paths != pending.granted:
            raise Failure("a list had %r; granted was %r, under way %r" % (
                paths, acknowledged.granted, pending.granted))
        if final.granted != paths:
            raise Failure("a list had %r, and afterwards %r is granted" % (paths, final.granted))
        return True


class Scene:
    def __init__(self, box, chance):
        self.box = box
        self.chance = chance
        self.writers = [BusWriter(box, "alpha", random.Random(chance.random())),
                        CommandWriter(box, "beta", random.Random(chance.random()))]
        self.kills = {"done": 0, "not done": 0, "seen on the wire": 0}
        service = box.serve()
        Peer(box.socket, name="alpha").wait_ready().roots()
        PeerProcess(box, "beta").wait_ready().roots()
        wait_until(lambda: len(box.json("servers")) == 2, "the servers")
        service.stop()

    def kill_service(self, service):
        service.kill()
        self.box.running.remove(service)

    def kill_stranger(self):
        """A service that a command started is killed as well."""
        pid = self.box.service_pid()
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            # Wait for more than the name on the bus: its locks are free after its last thread.
            wait_until(lambda: not is_alive(pid), "the end of the service")

    def play(self, longest, is_hunting):
        """Starts everything, and kills the service at a random moment. With hunting: at the moment in
        which a server has read a change that is not acknowledged yet."""
        service = self.box.serve()
        control = self.box.control()
        # A folder that was not examined yet is in no list.
        wait_until(lambda: all(root["status"] == "available" for root in control.call("ListRoots")),
                   "the first look at each folder")
        for writer in self.writers:
            writer.is_over = False
            writer.begin(control)
        reader = Reader(self.writers[0], service.process.kill if is_hunting else None)
        threads = [threading.Thread(target=one.go) for one in [*self.writers, reader]]
        for thread in threads:
            thread.start()
        if is_hunting:
            threads[-1].join(HUNT * PATIENCE)
        else:
            time.sleep(self.chance.uniform(0, longest) * PATIENCE)
        self.kill_service(service)
        # A command that finds no service starts one, and would go on.
        for writer in self.writers:
            writer.is_over = True
        for thread in threads:
            thread.join(60 * PATIENCE)
            assert not thread.is_alive(), "a writer hangs"
        self.kill_stranger()
        reader.peer.close()
        return reader

    def check(self, reader):
        service = self.box.serve()
        control = self.box.control()
        equal(bytes(control.property("SetAside")), b"\0", "the damaged database")
        acknowledged, pending = self.writers[0].state, self.writers[0].pending
        for writer in self.writers:
            had_pending = writer.pending is not None
            is_done = writer.check(control)
            if had_pending:
                self.kills["done" if is_done else "not done"] += 1
        seen = reader.check(acknowledged, pending, self.writers[0].state)
        self.kills["seen on the wire"] += seen
        # The lists of the next service agree, as soon as each folder was examined.
        peer = Peer(self.box.socket, name="alpha").wait_ready()
        granted = self.writers[0].state.granted
        wait_until(lambda: {uri[len("file://"):] for uri in peer.uris()} == granted, "the list")
        peer.close()
        self.kill_service(service)


@test
def killed():
    """a service that is killed in the middle of changes keeps what it acknowledged"""
    chance = random.Random(SEED)
    with Box() as box:
        scene = Scene(box, chance)
        for number in range(ROUNDS):
            try:
                scene.check(scene.play(0.25, number % 3 == 2))
            except Exception:
                diag("seed %d, round %d" % (SEED, number))
                raise
        changes = [writer.acknowledged for writer in scene.writers]
        # The moment between the list on the wire and the acknowledgment is short, so this tries until it
        # hits it.
        for number in range(ROUNDS if ROUNDS >= 100 else 0):
            if scene.kills["seen on the wire"]:
                break
            scene.check(scene.play(0.25, True))
        diag("%d rounds; acknowledged changes: %r; under way: %r" % (ROUNDS, changes, scene.kills))
        assert all(count >= ROUNDS / 2 for count in changes), "hardly anything was tried"
        assert ROUNDS < 100 or scene.kills["seen on the wire"], "nothing was caught on the wire"


@test
def killed_while_starting():
    """a service that is killed while it starts, again and again, loses nothing"""
    chance = random.Random(SEED + 1)
    with Box() as box:
        service = box.serve()
        folders = [box.folder("f%d" % number) for number in range(5)]
        box.paddock("add", *folders)
        service.kill()
        box.running.remove(service)
        for _ in range(ROUNDS):
            service = box.serve(wait=False)
            time.sleep(chance.uniform(0, 0.08) * PATIENCE)
            service.kill()
            box.running.remove(service)
        box.serve()
        equal([root["path"] for root in box.json("list")], folders, "folders")


@test
def killed_while_ending():
    """a service that is killed while it ends loses no change that it acknowledged"""
    chance = random.Random(SEED + 2)
    with Box() as box:
        known = []
        for number in range(ROUNDS):
            service = box.serve()
            folder = box.folder("f%d" % number)
            box.control().add(folder)
            known.append(folder)
            service.process.send_signal(signal.SIGTERM)
            time.sleep(chance.uniform(0, 0.02) * PATIENCE)
            service.kill()
            box.running.remove(service)
        box.serve()
        equal([root["path"] for root in box.json("list")], known, "folders")


run()
