import { authenticatorRules, problemOf, secretRule } from 'contract'

export const ownPasswordForm = {
  blank: { password: '' },
  toBody: (values: { password: string }) => values,
  problems: ({ password }: { password: string }) => ({ password: problemOf(secretRule, password) }),
}

/** A new authenticator app, with the code that it shows. */
export const appForm = {
  blank: { name: 'My phone', one_time_code: '' },
  toBody: (values: { name: string; one_time_code: string }) => values,
  problems: ({ name, one_time_code }: { name: string; one_time_code: string }) => ({
    name: problemOf(authenticatorRules.name, name),
    one_time_code: problemOf(authenticatorRules.one_time_code, one_time_code),
  }),
}

/** A new passkey. */
export const passkeyForm = {
  blank: { name: 'This device', password: '' },
  toBody: (values: { name: string; password: string }) => values,
  problems: ({ name, password }: { name: string; password: string }) => ({
    name: problemOf(authenticatorRules.name, name),
    password: problemOf(secretRule, password),
  }),
}
