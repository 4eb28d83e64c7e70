/** The list of openings. */
export const Openings = () => null
