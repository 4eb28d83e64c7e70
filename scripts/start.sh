# `npm start`: installs, then becomes the server by `exec`, so that no process remains between npm and the server.
set -eu
node=$(node scripts/start.js --prepare 3>&1 1>&2) || exit
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}"
# The server exits when npm dies.
export ATRIUM_STARTED_BY=$PPID
exec "$node" server/src/main.ts --build
