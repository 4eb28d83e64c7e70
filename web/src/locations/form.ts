import {
  dateFormat,
  type Holiday,
  holidayYears,
  isDate,
  type Location,
  locationProblems,
  locationRules,
  problemOf,
  workspaceRules,
} from 'contract'
import { textProblems } from '../ui/form/formValue.ts'

type LocationValues = {
  name: string
  /** Empty: HR enters the holidays. */
  country: string
  region: string
  timezone: string
  is_default: boolean
}

export const locationForm = {
  blank: { name: '', country: '', region: '', timezone: 'UTC', is_default: false } as LocationValues,
  from: ({ name, country, region, timezone, is_default }: Location): LocationValues => ({
    ...{ name, timezone, is_default },
    country: country ?? '',
    region: region ?? '',
  }),
  toBody: ({ country, region, ...values }: LocationValues) => ({ ...values, country: country || null, region: region || null }),
  problems: ({ name, timezone }: LocationValues) =>
    textProblems({ name: locationRules.name, timezone: workspaceRules.timezone }, { name, timezone }),
}

type HolidayValues = { day: string; name: string; is_half: boolean }

export const firstDay = `${holidayYears.first}-01-01`
export const lastDay = `${holidayYears.last}-12-31`

function dayProblem(day: string) {
  if (!isDate(day)) return dateFormat
  // The list shows no other years.
  return day < firstDay || day > lastDay ? locationProblems.year : undefined
}

export const holidayForm = {
  blank: { day: '', name: '', is_half: false } as HolidayValues,
  from: ({ day, name, is_half }: Holiday): HolidayValues => ({ day, name, is_half }),
  toBody: (values: HolidayValues) => values,
  problems: ({ day, name }: HolidayValues) => ({ day: dayProblem(day), name: problemOf(locationRules.holiday, name) }),
}
