#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A server for hosts that have nothing but a shell: asks for its folders after the handshake and at each
# change, and writes every answer as a line of the file that it is given.
while read -r line; do
  case $line in
    *'"initialize"'*)
      printf '%s\n' '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"shell","version":"1"}}}' ;;
    *'"notifications/initialized"'* | *list_changed*)
      printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"roots/list"}' ;;
    *'"ping"'*)
      printf '%s\n' '{"jsonrpc":"2.0","id":2,"result":{}}' ;;
    *)
      printf '%s\n' "$line" >> "$1" ;;
  esac
done
