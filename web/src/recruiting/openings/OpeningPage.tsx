/** An opening with its text and questions, to be edited and published. */
export const OpeningDetails = (_: { opening_id: string }) => null
