/** Milliseconds of the monotonic clock that all processes of this machine share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6
