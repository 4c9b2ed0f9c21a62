#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A server for hosts that have only a shell. It asks for its folders after the handshake and at each
# change. It writes every answer as a line into the given file.
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
