/** So many requests are shown, and so many more with each click. */
export const requestsAtOnce = 50

/** The arguments by which one's own requests are read. */
export const ownRequests = (limit = requestsAtOnce) => ({ query: { show: 'own' as const, limit: String(limit) } })
