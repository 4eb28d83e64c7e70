import { type LeaveColor, type LeaveType, leaveColors } from 'contract'

/** By name, archived ones last, as the server lists them. */
export const inOrder = (types: readonly LeaveType[]) =>
  types.toSorted(
    (a, b) => Number(a.is_archived) - Number(b.is_archived) || a.name.toLowerCase().localeCompare(b.name.toLowerCase()),
  )

/** The first colour that no type has yet. */
export const freeColor = (types: readonly LeaveType[]): LeaveColor =>
  leaveColors.find((color) => !types.some((type) => type.color === color && !type.is_archived)) ?? leaveColors[0]

/** True for a type that grants days in any year: others are only counted, and have no balance. */
export const grantsDays = ({ policies }: Pick<LeaveType, 'policies'>) => policies.some(({ allowance }) => allowance !== null)
