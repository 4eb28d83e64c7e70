import type { PaymentInfo } from 'contract'
import { describe, expect, test } from 'vitest'
import { hasArrived, mailTo, openAfterPayment, priceOf, stateOf, whyClosed } from './plan.ts'

const today = '2026-11-21'
const info = (rest: Partial<PaymentInfo>): PaymentInfo => ({
  tenant_name: 'Acme',
  on_trial: false,
  trial_ends_on: null,
  paid_until: null,
  is_open: true,
  amount: '29.00',
  currency: 'usd',
  days: 30,
  can_pay: true,
  administrators: [],
  ...rest,
})
const onTrial = (trial_ends_on: string, rest: Partial<PaymentInfo> = {}) => info({ on_trial: true, trial_ends_on, ...rest })
const paid = (paid_until: string, rest: Partial<PaymentInfo> = {}) => info({ trial_ends_on: '2026-10-01', paid_until, ...rest })

test('a price has its currency in upper case', () => expect(priceOf({ amount: '29.00', currency: 'usd' })).toBe('29.00 USD'))

describe('what keeps the workspace open', () => {
  test('is the trial until its last day', () => {
    expect(stateOf(onTrial('2026-12-03'), today)).toMatchObject({ name: 'Free trial', words: 'Until 03 Dec 2026, 12 days left.' })
    expect(stateOf(onTrial('2026-11-22'), today).words).toBe('Until 22 Nov 2026, 1 day left.')
    expect(stateOf(onTrial('2026-11-21'), today).words).toBe('Until 21 Nov 2026, today is the last day.')
  })
  test('or the paid time', () =>
    expect(stateOf(paid('2026-12-03'), today)).toMatchObject({ name: 'Paid', words: 'Paid until 03 Dec 2026, 12 days left.' }))
  test('of the two the one that lasts longer', () =>
    expect(stateOf(onTrial('2026-12-03', { paid_until: '2027-01-02' }), today).name).toBe('Paid'))
  test('or nothing, when the server says so, with the reason', () => {
    const over = { is_open: false }
    expect(stateOf(onTrial('2026-11-20', over), today)).toMatchObject({ isOpen: false, words: whyClosed(onTrial('2026-11-20')) })
    expect(whyClosed(onTrial('2026-11-20', over))).toBe('The free trial of Acme ended on 20 Nov 2026.')
    expect(whyClosed(paid('2026-11-20', over))).toBe('The paid time of Acme ended on 20 Nov 2026.')
    expect(whyClosed(info(over))).toBe('Nothing has been paid for Acme yet.')
  })
  test('a clock that runs ahead never counts below zero', () =>
    expect(stateOf(onTrial('2026-11-20'), today).words).toBe('Until 20 Nov 2026, today is the last day.'))
})

test('a payment adds its days to those that are left, and to today when none is', () => {
  expect(openAfterPayment(onTrial('2026-12-03'), today)).toBe('2027-01-02')
  expect(openAfterPayment(paid('2026-12-03'), today)).toBe('2027-01-02')
  expect(openAfterPayment(paid('2026-11-20'), today)).toBe('2026-12-21')
  expect(openAfterPayment(info({}), today)).toBe('2026-12-21')
})

test('a payment has arrived once the paid time goes on for longer than before', () => {
  expect(hasArrived(onTrial('2026-12-03'), '2026-12-03')).toBe(false)
  expect(hasArrived(onTrial('2026-12-03', { paid_until: '2027-01-02' }), '2026-12-03')).toBe(false)
  expect(hasArrived(paid('2026-12-03'), '2026-12-03')).toBe(false)
  expect(hasArrived(paid('2027-01-02'), '2026-12-03')).toBe(true)
  expect(hasArrived(paid('2027-01-02'), null)).toBe(true)
  expect(hasArrived(paid('2026-11-20', { is_open: false }), null)).toBe(false)
})

test('a mail to an administrator opens with what it is about', () =>
  expect(mailTo('ann+x@acme.test', 'A & B')).toBe('mailto:ann%2Bx@acme.test?subject=A%20%26%20B%20is%20paused%20in%20Atrium'))
