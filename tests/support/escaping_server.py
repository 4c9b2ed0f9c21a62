# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An MCP server whose tools try to reach what it may not, and report what they reached.

Each function in ATTEMPTS is a tool. It returns what it reached, or raises an OSError. Each call runs in a
process of its own, so an attempt changes nothing for the next one. The result of a call has "reached", or
"refused" with the name of the error.

More tools: state (which start this is, and its environment), roots (what roots/list answers), pester (asks
for its roots again and again from now on), wait (never answers), stay (does not end when it is asked to). It
answers `initialize` when there is no file "silent" in its home."""

import array
import ctypes
import errno
import json
import mmap
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
SECONDS = 8

IS_ARM = os.uname().machine == "aarch64"
# The numbers of system calls: x86-64, and what is new everywhere from 424 on.
CALLS = {"bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "kcmp": 312, "process_vm_readv": 310,
         "add_key": 248, "request_key": 249, "keyctl": 250, "name_to_handle_at": 303, "quotactl": 179,
         "setns": 308, "unshare": 272, "pivot_root": 155, "io_uring_setup": 425, "open_tree": 428,
         "fsopen": 430, "clone3": 435, "pidfd_open": 434, "mount_setattr": 442, "syslog": 103,
         "process_madvise": 440, "clone": 56, "cachestat": 451}
if IS_ARM:
    CALLS.update({"bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "kcmp": 272,
                  "process_vm_readv": 270, "add_key": 217, "request_key": 218, "keyctl": 219,
                  "name_to_handle_at": 264, "quotactl": 60, "setns": 268, "unshare": 97, "pivot_root": 41,
                  "syslog": 116, "clone": 220})

NEWNS, NEWUTS, NEWUSER = 0x20000, 0x4000000, 0x10000000
MS_RDONLY, MS_REMOUNT, MS_BIND = 1, 32, 4096


def check(result):
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def call(name, *arguments):
    LIBC.syscall.restype = ctypes.c_long
    return check(LIBC.syscall(ctypes.c_long(CALLS[name]), *[
        ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]))


def slurp(path):
    with open(path, "rb") as stream:
        return stream.read(4096).decode(errors="replace")


# ---- files

def read(path):
    return slurp(path)


def entries(path):
    return sorted(os.listdir(path))


def exists(path):
    os.lstat(path)
    return path


def write(path):
    with open(path, "w", encoding="ascii") as stream:
        stream.write("written by the server\n")
    return path


def own_link(link, target):
    if os.path.lexists(link):
        os.unlink(link)
    os.symlink(target, link)
    return slurp(link)


def hard_link(link, target):
    os.link(target, link)
    return slurp(link)


def through_proc(path):
    """By every process that it can see."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        for way in ("root", "cwd"):
            try:
                return slurp("/proc/%s/%s%s" % (pid, way, path))
            except OSError:
                pass
    raise OSError(errno.ENOENT, "nowhere")


def from_working_directory(path):
    directory = os.open(".", os.O_PATH)
    with open(os.open("../" * 20 + path.lstrip("/"), os.O_RDONLY, dir_fd=directory), "rb") as stream:
        return stream.read(4096).decode(errors="replace")


# ---- a folder that it may only read: each changes the file or its folder

def overwrite(path):
    with open(path, "r+b") as stream:
        stream.write(b"x")
    return True


def append(path):
    with open(path, "ab") as stream:
        stream.write(b"x")
    return True


def reopen(path):
    fd = os.open(path, os.O_RDONLY)
    again = os.open("/proc/self/fd/%d" % fd, os.O_RDWR)
    return os.write(again, b"x") == 1


def reopen_directory(path):
    fd = os.open(os.path.dirname(path), os.O_PATH)
    os.close(os.open("/proc/self/fd/%d/new" % fd, os.O_CREAT | os.O_WRONLY, 0o600))
    return True


def temporary_file(path):
    os.close(os.open(os.path.dirname(path), os.O_TMPFILE | os.O_RDWR, 0o600))
    return True


def map_shared(path):
    with open(path, "r+b") as stream, mmap.mmap(stream.fileno(), 0) as memory:
        memory[:1] = b"y"
    return True


def change_mode(path):
    os.chmod(path, 0o600)
    return True


def change_owner(path):
    os.chown(path, os.getuid(), os.getgid())
    return True


def change_time(path):
    os.utime(path, (1, 1))
    return True


def cut(path):
    os.truncate(path, 1)
    return True


def rename(path):
    os.rename(path, path + ".renamed")
    os.rename(path + ".renamed", path)
    return True


def rename_out(path, to):
    os.rename(path, to)
    return True


def move(path, to):
    os.rename(path, to)
    return True


def set_attribute(path):
    os.setxattr(path, "user.paddock", b"x")
    return True


def link_beside(path):
    os.link(path, path + ".link")
    return True


def symbolic_link(path):
    os.symlink("x", path + ".symbolic")
    return True


def fifo(path):
    os.mkfifo(path + ".fifo")
    return True


def directory(path):
    os.mkdir(path + ".directory")
    return True


def remove(path):
    os.unlink(path)
    return True


# ---- mounts and namespaces

def in_own_namespaces(flags=NEWUSER | NEWNS):
    """Gets all privileges that it can get."""
    try:
        call("unshare", flags)
    except OSError:
        pass


def mount(*arguments):
    return check(LIBC.mount(*arguments, None))


def new_user_namespace():
    return call("unshare", NEWUSER) == 0


def clone_user_namespace():
    pid = call("clone", NEWUSER | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def clone3_user_namespace():
    arguments = struct.pack("8Q", NEWUSER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    pid = call("clone3", ctypes.create_string_buffer(arguments, 64), 64)
    if pid == 0:
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def join_namespace():
    in_own_namespaces(NEWUSER | NEWUTS)
    return call("setns", os.open("/proc/self/ns/uts", os.O_RDONLY), NEWUTS) == 0


def mount_memory(path):
    in_own_namespaces()
    return mount(b"none", path.encode(), b"tmpfs", 0) == 0


def bind(path, to):
    in_own_namespaces()
    return mount(path.encode(), to.encode(), None, MS_BIND) == 0


def remount_writable(path):
    in_own_namespaces()
    try:
        mount(path.encode(), path.encode(), None, MS_BIND)
    except OSError:
        pass
    mount(b"none", path.encode(), None, MS_REMOUNT | MS_BIND)
    return True


def unmount(path):
    in_own_namespaces()
    try:
        mount(b"none", path.encode(), b"tmpfs", 0)
    except OSError:
        pass
    return check(LIBC.umount2(path.encode(), 2)) == 0


def open_tree(path):
    in_own_namespaces()
    return call("open_tree", -100, path.encode(), 1) >= 0


def open_file_system():
    in_own_namespaces()
    return call("fsopen", b"tmpfs", 0) >= 0


def change_root(path):
    in_own_namespaces()
    os.chroot(path)
    return True


# ---- processes

def seen_marker(file, text):
    """Whether it can read a text in a file of some process."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) in (os.getpid(), os.getppid()):
            continue
        try:
            with open("/proc/%s/%s" % (pid, file), "rb") as stream:
                if text.encode() in stream.read():
                    return pid
        except OSError:
            pass
    raise OSError(errno.ESRCH, "none")


def signal_process(pid):
    os.kill(pid, 0)
    return pid


def process_descriptor(pid):
    return call("pidfd_open", pid, 0) >= 0


def change_limits(pid):
    import resource  # pylint: disable=import-outside-toplevel
    return resource.prlimit(pid, resource.RLIMIT_CORE)


def seize(pid):
    LIBC.ptrace.restype = ctypes.c_long
    return check(LIBC.ptrace(ctypes.c_long(0x4206), ctypes.c_long(pid), None, None)) == 0


def be_traced():
    LIBC.ptrace.restype = ctypes.c_long
    return check(LIBC.ptrace(ctypes.c_long(0), ctypes.c_long(0), None, None)) == 0


def memory_of(pid):
    """pid: 0 means the parent of the server."""
    os.close(os.open("/proc/%d/mem" % (pid or SERVER_PARENT), os.O_RDWR))
    return True


def files_of(pid):
    return os.listdir("/proc/%d/fd" % (pid or SERVER_PARENT))


def read_memory():
    text = ctypes.create_string_buffer(b"text")
    copy = ctypes.create_string_buffer(5)
    here = struct.pack("PN", ctypes.addressof(copy), 4)
    there = struct.pack("PN", ctypes.addressof(text), 4)
    return call("process_vm_readv", os.getpid(), here, 1, there, 1, 0)


def compare_processes():
    return call("kcmp", os.getpid(), os.getpid(), 0, 0, 0) == 0


# ---- sockets

def connect(path):
    """A path that begins with @ is an abstract address."""
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(SECONDS)
        one.connect("\0" + path[1:] if path.startswith("@") else path)
        return one.recv(100).decode()


def listen(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("\0" + path[1:] if path.startswith("@") else path)
        one.listen()
    return True


def pair_sends(path):
    one, _other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return one.sendto(b"from the server", "\0" + path[1:])


def pair_connects(path):
    one, _other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.connect("\0" + path[1:])
    return one.send(b"from the server")


def pair_of_streams():
    """This it may have."""
    one, other = socket.socketpair()
    one.send(b"x")
    return other.recv(1) == b"x"


def netlink(protocol):
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol):
        return True


def family(number, kind):
    with socket.socket(number, kind, 0):
        return True


def connect_port(port):
    with socket.create_connection(("127.0.0.1", port), SECONDS) as one:
        return one.recv(100).decode()


def offer(path, file):
    """Passes a descriptor of a file to whoever connects."""
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(SECONDS)
        one.bind(path)
        one.listen()
        other, _ = one.accept()
        fd = os.open(file, os.O_RDONLY)
        other.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))])
    return True


def take(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(SECONDS)
        one.connect(path)
        _, ancillary, _, _ = one.recvmsg(9, 64)
        return os.pread(array.array("i", ancillary[0][2])[0], 100, 0).decode()


# ---- other interfaces of the kernel

def add_key():
    return call("add_key", b"user", b"paddock-test", b"x", 1, -1)


def request_key():
    try:
        return call("request_key", b"user", b"paddock-no-such-key", None, -1)
    except OSError as problem:
        if problem.errno == errno.ENOKEY:
            return True
        raise


def keyring():
    return call("keyctl", 0, -3, 1)


def io_uring():
    return call("io_uring_setup", 1, ctypes.create_string_buffer(120)) >= 0


def user_faults():
    return call("userfaultfd", 1) >= 0


def performance_events():
    attributes = struct.pack("IIQ", 1, 112, 0) + bytes(24) + struct.pack("Q", 0x60) + bytes(64)
    return call("perf_event_open", attributes, 0, -1, -1, 0) >= 0


def file_handle(path):
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0), 136)
    return call("name_to_handle_at", -100, path.encode(), handle, ctypes.byref(ctypes.c_int()), 0) == 0


def lease(path):
    import fcntl  # pylint: disable=import-outside-toplevel
    with open(path, "rb") as stream:
        return fcntl.fcntl(stream, fcntl.F_SETLEASE, fcntl.F_RDLCK) == 0


def unknown_call():
    """A call that is newer than the rules."""
    try:
        return call("cachestat", -1, 0, 0, 0)
    except OSError as problem:
        if problem.errno == errno.ENOSYS:
            raise
        return True


def other_processor():
    """getpid() of a 32-bit program."""
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() != os.getpid():
        raise OSError(errno.ENOSYS, "no 32-bit programs")
    return True


def shared_memory(key):
    number = check(LIBC.shmget(ctypes.c_int(key), ctypes.c_size_t(0), 0))
    LIBC.shmat.restype = ctypes.c_void_p
    return ctypes.string_at(LIBC.shmat(number, None, 0o10000)).decode()


def message_queue(queue):
    return check(LIBC.mq_open(queue.encode(), os.O_RDONLY)) >= 0


def effective_user(program):
    """That of a set-user-id program, if it is another one."""
    user = int(subprocess.run([program, "-u"], capture_output=True, check=True).stdout)
    if user == os.getuid():
        raise OSError(errno.EPERM, "no other user")
    return user


def status_of_itself():
    return dict(line.split(":\t", 1) for line in slurp("/proc/self/status").splitlines() if ":\t" in line)


def watches():
    """How many instances of inotify it gets."""
    count = 0
    while count < 1000 and LIBC.inotify_init1(0) >= 0:
        count += 1
    return count


def limits_of_itself():
    import resource  # pylint: disable=import-outside-toplevel
    return {"processes": resource.getrlimit(resource.RLIMIT_NPROC),
            "core": resource.getrlimit(resource.RLIMIT_CORE)}


def inherited(text):
    """Whether a descriptor from outside shows this text."""
    for fd in map(int, os.listdir("/proc/self/fd")):
        try:
            if text.encode() in os.pread(fd, 4096, 0):
                return fd
        except OSError:
            pass
    raise OSError(errno.EBADF, "none")


def standard_error(text):
    """Reads and cuts what is behind its standard error."""
    fd = os.open("/proc/self/fd/2", os.O_RDONLY | os.O_NONBLOCK)
    if text not in os.read(fd, 4096).decode():
        raise OSError(errno.ENODATA, "not there")
    os.truncate("/proc/self/fd/2", 0)
    return True


def complain(text):
    """This it may do."""
    return os.write(2, text.encode() + b"\n")


def close_home():
    os.chmod(os.environ["HOME"], 0)
    return True


def outlive():
    """Starts a process that wants to stay when all others end."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
                signal.signal(number, signal.SIG_IGN)
            LIBC.prctl(1, 0, 0, 0, 0)  # no signal when its parent ends
            for fd in range(3):
                os.close(fd)
            signal.alarm(60)
            while True:
                time.sleep(1)
        os._exit(0)
    os.wait()
    return True


def hold(path):
    """Starts a process that holds a file's descriptor, mapping and watch, and its folder, and stays."""
    os.chdir(os.path.dirname(path))
    fd = os.open(path, os.O_RDONLY)
    held = mmap.mmap(fd, 1, prot=mmap.PROT_READ)
    watch = LIBC.inotify_init()
    if LIBC.inotify_add_watch(watch, os.fsencode(path), 0xfff) < 0:
        raise OSError(ctypes.get_errno(), "no watch")
    outlive()
    return held[0]


ATTEMPTS = {function.__name__: function for function in (
    read, entries, exists, write, own_link, hard_link, through_proc, from_working_directory,
    overwrite, append,
    reopen, reopen_directory, temporary_file, map_shared, change_mode, change_owner, change_time, cut, rename,
    rename_out, move, set_attribute, link_beside, symbolic_link, fifo, directory, remove, new_user_namespace,
    clone_user_namespace, clone3_user_namespace, join_namespace, mount_memory, bind,
    remount_writable, unmount,
    open_tree, open_file_system, change_root, seen_marker, signal_process, process_descriptor, change_limits,
    seize, be_traced, memory_of, files_of, read_memory, compare_processes, connect, listen, pair_sends,
    pair_connects, pair_of_streams, netlink, family, connect_port, offer, take, add_key, request_key, keyring,
    io_uring, user_faults, performance_events, file_handle, lease, unknown_call, other_processor,
    shared_memory, message_queue, effective_user, status_of_itself, watches, limits_of_itself,
    inherited, standard_error, complain, hold,
    close_home, outlive)}

SERVER_PARENT = os.getppid()


def attempt(name, arguments):
    """Runs it in another process, which answers with one line. If that hangs, it is killed."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours)
        try:
            result = {"reached": ATTEMPTS[name](**arguments)}
        except OSError as problem:
            result = {"refused": errno.errorcode.get(problem.errno, str(problem))}
        except BaseException as problem:  # pylint: disable=broad-except
            result = {"broken": repr(problem)}
        os.write(theirs, json.dumps(result).encode())
        os._exit(0)
    os.close(theirs)
    text = b""
    while select.select([ours], [], [], 2 * SECONDS)[0]:
        part = os.read(ours, 65536)
        text += part
        if not part or (name in ("outlive", "hold") and text):
            break
    else:
        os.kill(pid, signal.SIGKILL)
    os.close(ours)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return json.loads(text) if text else {"refused": "signal %d" % -code}


def send(message):
    os.write(1, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def main():
    start = os.urandom(8).hex()
    is_initialized, stays, asking = False, False, []
    for line in sys.stdin.buffer:
        message = json.loads(line)
        method, identifier = message.get("method"), message.get("id")
        if method == "initialize":
            while os.path.exists(os.path.join(os.path.expanduser("~"), "silent")):
                time.sleep(0.05)
            send({"id": identifier, "result": {
                "protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                "serverInfo": {"name": "escaping", "version": "1"}}})
        elif method == "notifications/initialized":
            is_initialized = True
        elif method == "tools/call":
            name = message["params"]["name"]
            if name == "state":
                send({"id": identifier, "result": {
                    "start": start, "initialized": is_initialized, "environment": dict(os.environ),
                    "arguments": sys.argv[1:], "directory": os.getcwd()}})
            elif name == "roots":
                asking.append(identifier)
                send({"id": "roots-%s" % identifier, "method": "roots/list"})
            elif name == "stay":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                stays = True
                send({"id": identifier, "result": {}})
            elif name == "pester":
                send({"id": identifier, "result": {}})
                send({"id": "pester-0", "method": "roots/list"})
            elif name != "wait":
                send({"id": identifier, "result": attempt(name, message["params"]["arguments"])})
        elif isinstance(identifier, str) and identifier.startswith("roots-"):
            send({"id": asking.pop(0), "result": {"roots": [
                root["uri"] for root in message["result"]["roots"]]}})
        elif isinstance(identifier, str) and identifier.startswith("pester-"):
            time.sleep(0.002)
            send({"id": "pester-%d" % (int(identifier[7:]) + 1), "method": "roots/list"})
        elif method is not None and identifier is not None:
            send({"id": identifier, "result": {}})
    while stays:
        time.sleep(1)


if __name__ == "__main__":
    main()
