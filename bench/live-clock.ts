/** Milliseconds of a clock that all processes of this machine share, and that nobody sets. */
export const now = () => Number(process.hrtime.bigint()) / 1e6
