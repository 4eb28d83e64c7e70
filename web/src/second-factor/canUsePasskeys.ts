/** Browsers offer passkeys to safe origins only. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window
