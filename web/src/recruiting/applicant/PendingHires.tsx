/** Hired applicants who wait for an administrator's invitation. */
export const PendingHires = () => null
