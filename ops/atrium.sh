#!/bin/sh
# In the container: `atrium` or `atrium start` is the server, `atrium COMMAND [--option …]` one of the README's commands, such as
# `atrium create-super-admin --email ADDRESS`.
set -eu
cd /app
command=${1:-start}
[ $# -eq 0 ] || shift
[ "$command" != start ] || exec node server/src/main.ts
script="server/src/commands/$command.ts"
case $command in *[!a-z-]* | run) script= ;; esac
if [ ! -f "$script" ]; then
  echo "There is no command $command. There are: start$(ls server/src/commands | sed -n '/^run\.ts$/d; s/^\([a-z-]*\)\.ts$/, \1/p' | tr -d '\n')." >&2
  exit 2
fi
exec node "$script" "$@"
