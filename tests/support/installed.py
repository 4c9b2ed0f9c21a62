# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Runs a test with Paddock as `meson install` leaves it:

    installed.py BUILD TEST.py

installs the build below a temporary directory, like a packager. It checks that everything is there, and
that the bus and systemd would start exactly that. Then it executes the test with those programs, and removes
everything again."""

import configparser
import json
import os
import subprocess
import sys
import tempfile

APP = "io.github.paddock_mcp.Paddock"
FILES = ["bin/paddock", "bin/paddock-gtk", "libexec/paddock-service", f"share/applications/{APP}.desktop",
         f"share/metainfo/{APP}.metainfo.xml", f"share/dbus-1/interfaces/{APP}.Control.xml",
         f"share/glib-2.0/schemas/{APP}.gschema.xml", "share/locale/ko/LC_MESSAGES/paddock.mo",
         f"share/icons/hicolor/scalable/apps/{APP}.svg"]


def started_by(path, section, key):
    """The program that a file of the bus or of systemd starts."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str
    parser.read(path)
    return parser[section][key].split()[0], parser


def unit_place(prefix):
    """systemd.unit(5): where systemd looks, as the bus does (XDG_DATA_DIRS), or below these two."""
    return "lib/systemd/user" if prefix in ("/usr", "/usr/local") else "share/systemd/user"


def look(place, prefix):
    for path in FILES:
        assert os.path.exists(os.path.join(place, path)), path + " is not installed"
    unit, _ = started_by(os.path.join(place, unit_place(prefix), "paddock.service"), "Service", "ExecStart")
    assert unit == prefix + "/bin/paddock", unit
    for name, program in (APP, "paddock-gtk"), (APP + ".Service", "paddock"):
        path = os.path.join(place, "share/dbus-1/services", name + ".service")
        started, parser = started_by(path, "D-BUS Service", "Exec")
        assert started == f"{prefix}/bin/{program}", started
        assert parser["D-BUS Service"]["Name"] == name, name


def prefix_of(build):
    options = subprocess.run(["meson", "introspect", "--buildoptions", build], check=True,
                             capture_output=True)
    return next(one["value"] for one in json.loads(options.stdout) if one["name"] == "prefix")


def main():
    build, *test = sys.argv[1:]
    prefix = prefix_of(build)
    with tempfile.TemporaryDirectory(prefix="pd-installed-") as directory:
        os.chmod(directory, 0o755)
        subprocess.run(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", directory],
                       check=True, stdout=subprocess.DEVNULL)
        place = directory + prefix
        look(place, prefix)
        environment = {**os.environ, "PADDOCK_BIN": os.path.join(place, "bin/paddock"),
                       "PADDOCK_SERVICE_BIN": os.path.join(place, "libexec/paddock-service"),
                       "PADDOCK_GTK_BIN": os.path.join(place, "bin/paddock-gtk")}
        done = subprocess.run([sys.executable, *test], env=environment, check=False)
        # The target "uninstall" of Ninja executes this. It reads in the build's log what was installed.
        subprocess.run(["meson", "--internal", "uninstall"], cwd=build, check=True, stdout=subprocess.DEVNULL)
        left = [path for path in FILES if os.path.exists(os.path.join(place, path))]
        assert not left, "still installed: %s" % left
    sys.exit(done.returncode)


main()
