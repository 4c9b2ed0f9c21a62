# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A certificate authority of the test's own, with its certificates; made with the program openssl."""

import os
import shutil
import ssl
import subprocess

import filesystems
import tap

# Where GnuTLS and OpenSSL look, as Debian and others build them.
BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
MS_BIND = 4096
CONFIG = """
[ca]
default_ca = own
[own]
dir = %(folder)s
database = %(folder)s/index.txt
new_certs_dir = %(folder)s
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
email_in_dn = no
[any]
commonName = supplied
"""


def require():
    if not shutil.which("openssl"):
        tap.skip_all("there is no openssl to make certificates with")
    if not os.path.exists(BUNDLE):
        tap.skip_all("the authorities of this system are not in " + BUNDLE)


class Authority:
    def __init__(self, folder, name="Authority of a test"):
        self._folder = folder
        os.makedirs(folder)
        with open(os.path.join(folder, "index.txt"), "w", encoding="ascii"):
            pass
        with open(os.path.join(folder, "ca.cnf"), "w", encoding="ascii") as stream:
            stream.write(CONFIG % {"folder": folder})
        self.certificate = os.path.join(folder, "ca.pem")
        self.key = self._at("ca.key")
        self._run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", self.key,
                  "-out", self.certificate, "-days", "30", "-subj", "/CN=" + name)

    def _at(self, name):
        return os.path.join(self._folder, name)

    @staticmethod
    def _run(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, stdin=subprocess.DEVNULL)

    def sign(self, name, names, start=None, end=None):
        """Gives the paths of a certificate and its key. names: as in subjectAltName; start, end:
        YYMMDDHHMMSSZ."""
        certificate, key, request = (self._at(name + kind) for kind in (".pem", ".key", ".csr"))
        self._run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj",
                  "/CN=" + name, "-addext", "subjectAltName=" + names)
        times = ["-startdate", start] if start else []
        times += ["-enddate", end] if end else ["-days", "20"]
        self._run("ca", "-batch", "-notext", "-config", self._at("ca.cnf"), "-keyfile", self.key,
                  "-cert", self.certificate, "-in", request, "-out", certificate, *times)
        return certificate, key

    def trust(self):
        """For all processes of this mount namespace, which is the test's own (filesystems.enter())."""
        filesystems.mount(self.certificate, BUNDLE, flags=MS_BIND)


def context(certificate, key):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate, key)
    return made
