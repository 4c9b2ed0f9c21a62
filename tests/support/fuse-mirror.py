# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A file system in user space that shows another directory and hangs when told.

    fuse-mirror.py DIRECTORY MOUNT-POINT SOURCE [folds] [alike] [KIND]

Speaks the kernel's protocol (linux/fuse.h, 7.31) itself, so that no library is needed. Nothing is
cached and permissions are the kernel's to check. With "folds" a file is found in any case, and by a
short name as vfat has them; with "alike" all files have one inode number. The KIND of file system is
fuse.mirror if it is not said. Prints "ready" when it is mounted; a line "hang" on stdin makes it read
no more requests, "go" makes it go on, "keep" makes it never answer every second question for where a
link leads. On "waits" it prints whether a request waits, "yes" or "no"; on "count", how many requests it
has read. Ends when it is unmounted."""

import ctypes
import errno
import os
import select
import stat
import struct
import sys

(LOOKUP, FORGET, GETATTR, SETATTR, READLINK, SYMLINK) = (1, 2, 3, 4, 5, 6)
(MKDIR, UNLINK, RMDIR, RENAME, OPEN, READ, WRITE, STATFS, RELEASE) = (9, 10, 11, 12, 14, 15, 16, 17, 18)
(FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, CREATE) = (25, 26, 27, 28, 29, 35)
(INTERRUPT, DESTROY, BATCH_FORGET, RENAME2) = (36, 38, 42, 45)
UNANSWERED = (FORGET, BATCH_FORGET, INTERRUPT)
BUFFER = 256 * 1024
SET_MODE, SET_SIZE = 1 << 0, 1 << 3


def names(data, count):
    """Names that end with a NUL each."""
    return data.split(b"\0")[:count]


def short(name):
    """As vfat makes them: of `.env.local` it is ENV~1.LOC."""
    stem, _, end = name.upper().lstrip(b".").rpartition(b".")
    stem, end = (stem, end[:3]) if stem else (end, b"")
    return stem[:6] + b"~1" + (b"." + end if end else b"")


class Mirror:
    def __init__(self, directory, rules=()):
        self.folds = "folds" in rules
        self.alike = "alike" in rules
        self.paths = {1: os.fsencode(directory)}  # node -> path
        self.nodes = {}  # inode number -> node
        self.open = {}  # handle -> descriptor or listing
        self.next = 1

    def new(self):
        self.next += 1
        return self.next

    def attributes(self, path):
        info = os.lstat(path)
        return struct.pack(
            "<6Q10I", 7 if self.alike else info.st_ino, info.st_size, info.st_blocks, int(info.st_atime),
            int(info.st_mtime), int(info.st_ctime), 0, 0, 0, info.st_mode, info.st_nlink,
            info.st_uid, info.st_gid, 0, 4096, 0)

    def entry(self, path):
        inode = os.lstat(path).st_ino
        node = self.nodes.setdefault(inode, None) or self.new()
        self.nodes[inode] = node
        self.paths[node] = path
        return struct.pack("<4Q2I", node, 0, 0, 0, 0, 0) + self.attributes(path)

    def child(self, node, name):
        if self.folds:
            for entry in os.listdir(self.paths[node]):
                if name.upper() in (entry.upper(), short(entry)):
                    name = entry
        return os.path.join(self.paths[node], name)

    def keep(self, value):
        handle = self.new()
        self.open[handle] = value
        return struct.pack("<Q2I", handle, 0, 0)

    def move(self, source, target):
        os.rename(source, target)
        for node, path in self.paths.items():
            if path == source or path.startswith(source + b"/"):
                self.paths[node] = target + path[len(source):]
        return b""

    # ---- one method each request: the node, what follows the header; what is answered

    def do_init(self, _node, data):
        minor = min(struct.unpack_from("<2I", data)[1], 31)
        return struct.pack("<4I2H2I2H8I", 7, minor, 65536, 0, 16, 12, 65536, 1, 16, 0, *[0] * 8)

    def do_lookup(self, node, data):
        return self.entry(self.child(node, names(data, 1)[0]))

    def do_getattr(self, node, _data):
        return struct.pack("<Q2I", 0, 0, 0) + self.attributes(self.paths[node])

    def do_setattr(self, node, data):
        valid, _, _, size = struct.unpack_from("<2I2Q", data)
        mode, = struct.unpack_from("<I", data, 68)
        if valid & SET_MODE:
            os.chmod(self.paths[node], stat.S_IMODE(mode))
        if valid & SET_SIZE:
            os.truncate(self.paths[node], size)
        return self.do_getattr(node, data)

    def do_readlink(self, node, _data):
        return os.readlink(self.paths[node])

    def do_symlink(self, node, data):
        name, target = names(data, 2)
        os.symlink(target, self.child(node, name))
        return self.entry(self.child(node, name))

    def do_mkdir(self, node, data):
        path = self.child(node, names(data[8:], 1)[0])
        os.mkdir(path, struct.unpack_from("<I", data)[0] & 0o7777)
        return self.entry(path)

    def do_unlink(self, node, data):
        os.unlink(self.child(node, names(data, 1)[0]))
        return b""

    def do_rmdir(self, node, data):
        os.rmdir(self.child(node, names(data, 1)[0]))
        return b""

    def do_rename(self, node, data, header=8):
        target, = struct.unpack_from("<Q", data)
        old, new = names(data[header:], 2)
        return self.move(self.child(node, old), self.child(target, new))

    def do_rename2(self, node, data):
        return self.do_rename(node, data, 16)

    def do_open(self, node, data):
        flags = struct.unpack_from("<I", data)[0] & ~(os.O_CREAT | os.O_EXCL)
        return self.keep(os.open(self.paths[node], flags))

    def do_create(self, node, data):
        flags, mode = struct.unpack_from("<2I", data)
        path = self.child(node, names(data[16:], 1)[0])
        descriptor = os.open(path, flags | os.O_CREAT, mode & 0o7777)
        return self.entry(path) + self.keep(descriptor)

    def do_read(self, _node, data):
        handle, offset, size = struct.unpack_from("<2QI", data)
        return os.pread(self.open[handle], size, offset)

    def do_write(self, _node, data):
        handle, offset, size = struct.unpack_from("<2QI", data)
        return struct.pack("<2I", os.pwrite(self.open[handle], data[40:40 + size], offset), 0)

    def do_release(self, _node, data):
        os.close(self.open.pop(struct.unpack_from("<Q", data)[0]))
        return b""

    def do_flush(self, _node, _data):
        return b""

    def do_statfs(self, _node, _data):
        return struct.pack("<5Q10I", 1024, 512, 512, 1024, 512, 4096, 255, *[0] * 8)

    def do_opendir(self, node, _data):
        return self.keep([b".", b".."] + os.listdir(self.paths[node]))

    def do_readdir(self, node, data):
        handle, offset, size = struct.unpack_from("<2QI", data)
        answer = b""
        for number, name in enumerate(self.open[handle][offset:], offset + 1):
            try:
                info = os.lstat(self.child(node, name))
            except FileNotFoundError:
                continue
            one = struct.pack("<2Q2I", info.st_ino, number, len(name), info.st_mode >> 12) + name
            one += b"\0" * (-len(one) % 8)
            if len(answer) + len(one) > size:
                break
            answer += one
        return answer

    def do_releasedir(self, _node, data):
        del self.open[struct.unpack_from("<Q", data)[0]]
        return b""

    _METHODS = {
        LOOKUP: do_lookup, GETATTR: do_getattr, SETATTR: do_setattr, READLINK: do_readlink,
        SYMLINK: do_symlink, MKDIR: do_mkdir, UNLINK: do_unlink, RMDIR: do_rmdir, RENAME: do_rename,
        RENAME2: do_rename2, OPEN: do_open, CREATE: do_create, READ: do_read, WRITE: do_write,
        RELEASE: do_release, FLUSH: do_flush, STATFS: do_statfs, OPENDIR: do_opendir,
        READDIR: do_readdir, RELEASEDIR: do_releasedir, INIT: do_init,
    }

    def answer(self, operation, node, data):
        """(errno, data)"""
        method = self._METHODS.get(operation)
        if method is None:
            return errno.ENOSYS, b""
        try:
            return 0, method(self, node, data)
        except OSError as problem:
            return problem.errno, b""
        except KeyError:
            return errno.ESTALE, b""


def mount(device, point, source, kind):
    libc = ctypes.CDLL(None, use_errno=True)
    options = "fd=%d,rootmode=40000,user_id=%d,group_id=%d,default_permissions,allow_other" % (
        device, os.geteuid(), os.getegid())
    if libc.mount(os.fsencode(source), os.fsencode(point), kind.encode(), 6, options.encode()) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def serve(device, mirror):
    is_hung = False
    links = None  # how often a link was asked for, where every second time is one too many
    count = 0
    while True:
        ready, _, _ = select.select([sys.stdin] if is_hung else [sys.stdin, device], [], [])
        if sys.stdin in ready:
            line = sys.stdin.readline()
            if not line:
                return
            if line.strip() == "waits":
                print("yes" if select.select([device], [], [], 0)[0] else "no", flush=True)
                continue
            if line.strip() == "count":
                print(count, flush=True)
                continue
            is_hung = line.strip() == "hang"
            links = 0 if line.strip() == "keep" else None
            print("hung" if is_hung else "going", flush=True)
            continue
        try:
            request = os.read(device, BUFFER)
        except OSError as problem:
            if problem.errno == errno.ENODEV:
                return
            if problem.errno in (errno.EINTR, errno.ENOENT, errno.EAGAIN):
                continue
            raise
        count += 1
        _, operation, unique, node = struct.unpack_from("<2I2Q", request)
        if operation in UNANSWERED:
            continue
        if operation == DESTROY:
            return
        if operation == READLINK and links is not None:
            links += 1
            if links % 2 == 0:
                continue
        error, data = mirror.answer(operation, node, request[40:])
        try:
            os.write(device, struct.pack("<IiQ", 16 + len(data), -error, unique) + data)
        except OSError as problem:
            if problem.errno != errno.ENOENT:  # the asker was interrupted meanwhile
                raise


def main():
    directory, point, source, *rules = sys.argv[1:]
    os.umask(0)
    device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
    kinds = [rule for rule in rules if rule.startswith("fuse.")]
    mount(device, point, source, *(kinds or ["fuse.mirror"]))
    print("ready", flush=True)
    serve(device, Mirror(directory, rules))


if __name__ == "__main__":
    main()
