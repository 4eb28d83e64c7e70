/** An applicant with all that is known, for HR and for interviewers. */
export const Applicant = (_: { application_id: string }) => null
