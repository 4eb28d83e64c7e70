/** The applicants on a board of stages. */
export const Applicants = () => null
