/** The stages, the mails and the time after which data is removed. */
export const RecruitingSettings = () => null
