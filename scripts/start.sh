# `npm start`: prepares, then becomes the server, so that no process stays between npm and it.
set -eu
node=$(node scripts/start.js --prepare 3>&1 1>&2) || exit
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}"
# A server that has lost npm ends by itself.
export ATRIUM_STARTED_BY=$PPID
exec "$node" server/src/main.ts
