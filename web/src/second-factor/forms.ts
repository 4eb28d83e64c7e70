import { entryRule, problemOf, secretRule } from 'contract'

export const ownPasswordForm = {
  blank: { password: '' },
  toBody: (values: { password: string }) => values,
  problems: ({ password }: { password: string }) => ({ password: problemOf(secretRule, password) }),
}

const nameRule = entryRule({ max: 60 })
const codeRule = entryRule({ max: 20 })

/** A new authenticator app, with the code that it shows. */
export const appForm = {
  blank: { name: 'My phone', one_time_code: '' },
  toBody: (values: { name: string; one_time_code: string }) => values,
  problems: ({ name, one_time_code }: { name: string; one_time_code: string }) => ({
    name: problemOf(nameRule, name),
    one_time_code: problemOf(codeRule, one_time_code),
  }),
}

/** A new passkey. */
export const passkeyForm = {
  blank: { name: 'This device', password: '' },
  toBody: (values: { name: string; password: string }) => values,
  problems: ({ name, password }: { name: string; password: string }) => ({
    name: problemOf(nameRule, name),
    password: problemOf(secretRule, password),
  }),
}
