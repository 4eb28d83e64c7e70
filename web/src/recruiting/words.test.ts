import { expect, test } from 'vitest'
import { applicantName, countedRatings, momentInWords, shortMoment, starsInWords, timeInStage } from './words.ts'

test('the time in a stage is counted in days', () => {
  expect([0, 1, 12].map(timeInStage)).toEqual(['Since today', '1 day', '12 days'])
})

test('a clock that is behind shows no negative days', () => expect(timeInStage(-1)).toBe('Since today'))

test('ratings are counted, and stars are worded', () => {
  expect([1, 2].map(countedRatings)).toEqual(['1 rating', '2 ratings'])
  expect(starsInWords(4)).toBe('4 of 5 stars: Yes')
})

test('moments to come have their weekday, or are short', () => {
  const at = new Date(2026, 10, 5, 9, 7).toISOString()
  expect(momentInWords(at)).toBe('Thu 05 Nov 2026, 09:07')
  expect(shortMoment(at)).toBe('05 Nov, 09:07')
})

test('an applicant whose data is gone has no name', () => {
  expect(applicantName('Ada')).toBe('Ada')
  expect(applicantName('')).toBe('Applicant whose data has been removed')
})
