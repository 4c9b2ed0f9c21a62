# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Very many connections, and peers that never send what the service waits for, while another server is
answered. docs/security.md names the limits."""

import resource

from harness import PATIENCE, Box, contains, equal, wait_until
from crowd import Crowd
from stranger import FULL, INSTRUMENTED, Stranger, Witness, descriptors, resident, troubles, \
    wait_trouble
from tap import run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

LIST = '{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}'
SHOWN = 256  # sessions of one server
PER_PROCESS = 64


class Silence:
    """Peers that do not answer initialize, from the first test to the last, because 30 s are long. A
    context manager."""

    def __enter__(self):
        self.box = Box()
        self.box.__enter__()
        try:
            self.box.serve()
            self.peers = {name: Stranger(self.box, name) for name in ("silence", "half a line", "pings")}
            self.peers["half a line"].send(b'{"jsonrpc":"2.0","id":1,"resu')
            for peer in self.peers.values():
                peer.socket.settimeout(40 * PATIENCE)
                equal(peer.message()["method"], "initialize", "the first message")
            equal(self.peers["pings"].ask()[-1]["result"], {}, "the answer to a ping")
        except BaseException:
            self.box.__exit__(None, None, None)
            raise

    def __exit__(self, *problem):
        return self.box.__exit__(*problem)


silence = Silence()


def has_sessions(box, count):
    """Whether this number of sessions is listed for each crowd. The size of a crowd is in its command
    line."""
    crowds = [one["sessions"] for one in box.json("servers") if one["name"] == "crowd"]
    return sum(map(len, crowds)) == min(count, SHOWN * len(crowds))


@test
def one_process():
    """64 connections of one process are served, the 65th is told why not, an end makes room"""
    with Box() as box:
        box.serve()
        with Witness(box):
            crowd = Crowd(box, PER_PROCESS)
            equal(crowd.wait_ready(), [PER_PROCESS, []], "connections")
            equal(troubles(box), {}, "the journal at the limit")
            crowd.stop()
            wait_until(lambda: has_sessions(box, 0), "the end of the first ones")
            crowd = Crowd(box, PER_PROCESS + 1)
            served, (refused,) = crowd.wait_ready()
            equal(served, PER_PROCESS, "connections")
            equal((refused["id"], refused["error"]["code"]), (None, -32600), "what the 65th was told")
            contains(refused["error"]["message"], "one process", "the text")
            wait_trouble(box, "limit", "one process")
            equal(crowd.order("list").wait_ready(), {LIST: PER_PROCESS}, "answers to the others")
            # Another process has its own limit of 64.
            other = Crowd(box, PER_PROCESS)
            equal(other.wait_ready(), [PER_PROCESS, []], "connections of another process")
            wait_until(lambda: has_sessions(box, 2 * PER_PROCESS), "all sessions")
            crowd.stop()
            wait_until(lambda: has_sessions(box, PER_PROCESS), "the end of half of them")


@test
def a_thousand_sessions():
    """1,000 sessions at once, of several processes: each is answered and told"""
    processes, each = (16, 63) if FULL else (4, 63)
    count = processes * each
    with Box() as box:
        box.serve()
        with Witness(box) as witness:
            used, before = descriptors(box), resident(box)
            crowds = [Crowd(box, each) for _ in range(processes)]
            for crowd in crowds:
                equal(crowd.wait_ready(), [each, []], "connections")
            for _ in range(3):
                for crowd in crowds:
                    crowd.order("list")
                for crowd in crowds:
                    equal(crowd.wait_ready(), {LIST: each}, "answers")
            witness.wait()
            wait_until(lambda: has_sessions(box, count), "all sessions")
            assert descriptors(box) <= used + count + 8, descriptors(box) - used
            if not INSTRUMENTED:
                assert resident(box) - before < 8 + count * 0.064, resident(box) - before
            folder = box.folder("shared")
            box.add(folder)
            box.paddock("grant", "crowd", folder)
            shown = LIST.replace("[]", '[{"uri":"file://%s"}]' % folder)
            for crowd in crowds:
                equal(crowd.order("list").wait_ready(), {shown: each}, "answers with the folder")
            for crowd in crowds:
                crowd.stop()
            wait_until(lambda: has_sessions(box, 0), "the end of all")
            wait_until(lambda: descriptors(box) <= used + 8, "closed descriptors")
            equal(troubles(box), {}, "the journal")


@test
def connect_and_leave():
    """connecting and leaving 10,000 times: descriptors and memory stay flat"""
    rounds, each = (10, 250) if FULL else (5, 50)
    with Box() as box:
        box.serve()
        with Witness(box):
            crowds = [Crowd(box, 1) for _ in range(4)]
            for crowd in crowds:
                equal(crowd.wait_ready(), [1, []], "connections")
            used, sizes = descriptors(box), []
            for _ in range(rounds):
                for crowd in crowds:
                    crowd.order("pass %d" % each)
                for crowd in crowds:
                    equal(crowd.wait_ready(), each, "connections")
                wait_until(lambda: descriptors(box) <= used + 2, "closed descriptors")
                sizes.append(resident(box))
            # After the first rounds, which allocate what is needed for that many, usage must be constant.
            if not INSTRUMENTED:
                assert sizes[-1] < sizes[0] + 2, sizes
            wait_until(lambda: sum(troubles(box).values()) == 4 * rounds * each, "the journal")
            assert len(box.log("server-refused")) < 10, "rows: %r" % box.log("server-refused")


@test
def no_more_descriptors():
    """more peers than descriptors: surplus ones wait, all others are answered, and it recovers"""
    with Box() as box:
        service = box.serve()
        with Witness(box) as witness:
            # As if the hard limit had been that low: the service raises only the soft one.
            resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE,
                             (descriptors(box) + 20, resource.prlimit(
                                 service.process.pid, resource.RLIMIT_NOFILE)[1]))
            crowd = Crowd(box, 40)
            wait_trouble(box, "limit")
            witness.wait()
            resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE, (4096, resource.prlimit(
                service.process.pid, resource.RLIMIT_NOFILE)[1]))
            equal(crowd.wait_ready(), [40, []], "connections")
            equal(crowd.order("list").wait_ready(), {LIST: 40}, "answers")


@test
def no_answer_to_initialize():
    """no answer to initialize: silence, half a line or pings alone, it is over after 30 s"""
    with Witness(silence.box) as witness:
        witness.wait()
        for name, peer in silence.peers.items():
            messages = peer.rest()
            equal([one["error"]["code"] for one in messages], [-32600], "the end of " + name)
            contains(messages[0]["error"]["message"], "initialize", "the text")
        wait_trouble(silence.box, "timed-out")
        equal(sum(troubles(silence.box).values()), 3, "rows in the journal")


run(silence)
