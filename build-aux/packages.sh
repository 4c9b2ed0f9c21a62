# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034
# The Debian packages that building, running and testing need, and functions to install them.
# build-aux/run and build-aux/test read this file. A package is in the first list that needs it.

packages_build=(
  gcc libc6-dev meson ninja-build pkg-config gettext
  libglib2.0-dev libglib2.0-bin libgtk-4-dev libadwaita-1-dev libjson-glib-dev libsqlite3-dev
  libsoup-3.0-dev libicu-dev libyaml-dev libseccomp-dev
  desktop-file-utils appstream libgtk-4-bin
)

packages_run=(
  bubblewrap glib-networking dbus adwaita-icon-theme librsvg2-common fonts-cantarell gsettings-desktop-schemas
)

packages_test=(
  python3 python3-gi gir1.2-atspi-2.0 gir1.2-gtk-4.0 at-spi2-core
  xvfb xauth x11-utils mutter xdotool imagemagick
  fonts-dejavu-core fonts-noto-cjk dconf-gsettings-backend procps binutils tzdata
  uncrustify libxml2-utils shellcheck ca-certificates fish zsh xclip
  util-linux e2fsprogs strace ccache
)

packages_full=(
  mmdebstrap libasan8 libubsan1
)

# Commands that may not come from Debian: the package is only installed if the command is missing.
packages_test_commands=(node:nodejs npm:npm)

say () { printf '\n== %s\n' "$*"; }
die () { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# as_root COMMAND...: uses sudo if the user is not root
as_root () {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo -- "$@"
  else
    die "root is needed to install packages, and there is no sudo. As root, type:
    $*"
  fi
}

is_installed () {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# install_missing PACKAGE...: if all are there, it does nothing, asks nothing and needs no network
install_missing () {
  local package missing=()

  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is not a Debian system: make sure by hand that there is what these packages hold:"
    printf '    %s\n' "$*" | fold -s -w 96
    return 0
  fi
  for package; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  say "Installing ${#missing[@]} packages: ${missing[*]}"
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
         "${missing[@]}" </dev/null; then
    echo "Once more, with fresh package lists."
    as_root apt-get update -q </dev/null
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
      "${missing[@]}" </dev/null
  fi
}

# install_missing_commands COMMAND:PACKAGE...
install_missing_commands () {
  local pair missing=()

  for pair; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
  done
  [ ${#missing[@]} -eq 0 ] || install_missing "${missing[@]}"
}

# configure DIRECTORY [MESON-OPTION...]: creates a build directory, or updates an old one
configure () {
  local directory=$1
  shift

  if [ -e "$directory/build.ninja" ] && meson configure "$directory" "$@" >/dev/null 2>&1; then
    return 0
  fi
  if [ -d "$directory" ]; then
    meson setup --wipe "$directory" "$@" 2>/dev/null && return 0
    rm -rf -- "$directory"
  fi
  meson setup "$directory" "$@"
}
