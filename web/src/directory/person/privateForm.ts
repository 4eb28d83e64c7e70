import { directoryProblems, type PrivateData, personRules } from 'contract'
import { textProblems } from '../../ui/form/formValue.ts'

type PrivateValues = { birthday: string; address: string; phone: string; emergency_contact: string }

const { phone, address, emergency_contact } = personRules

/** Private data, which HR and the person edit. */
export const privateForm = {
  blank: { birthday: '', address: '', phone: '', emergency_contact: '' },
  from: ({ birthday, ...texts }: PrivateData): PrivateValues => ({ birthday: birthday ?? '', ...texts }),
  toBody: ({ birthday, ...texts }: PrivateValues) => ({ birthday: birthday || null, ...texts }),
  problems: (values: PrivateValues, { today }: { today: string }) => ({
    ...textProblems({ phone, address, emergency_contact }, values),
    birthday: values.birthday > today ? directoryProblems.future : undefined,
  }),
}
