/** The interviews that the person leads next. */
export const OwnInterviews = () => null
