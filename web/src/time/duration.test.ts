import { durationInWords, timeProblems } from 'contract'
import { expect, test } from 'vitest'
import { clockOf, readTime } from './duration.ts'

test.each([
  ['1:30', 90],
  [' 0:05 ', 5],
  ['1.5', 90],
  ['1,5', 90],
  ['1,25 h', 75],
  ['.5', 30],
  ['2', 120],
  ['8h', 480],
  ['90m', 90],
  ['90 min', 90],
  ['1h 30m', 90],
  ['1h30', undefined],
  ['1 h 20 min', 80],
  ['1H30M', 90],
  ['24:00', 1440],
  ['24:01', undefined],
  ['45', undefined],
  ['1:60', undefined],
  ['0', undefined],
  ['0:00', undefined],
  ['-1', undefined],
  ['1:3', undefined],
  ['', undefined],
  ['h', undefined],
  ['.', undefined],
  ['x', undefined],
  ['1e2', undefined],
])('%j is %s minutes', (text, minutes) => {
  expect(readTime(text)).toEqual(minutes === undefined ? { problem: timeProblems.minutes } : { minutes })
})

test.each([
  [0, '0:00', '0 min'],
  [5, '0:05', '5 min'],
  [60, '1:00', '1 h'],
  [80, '1:20', '1 h 20 min'],
  [6000, '100:00', '100 h'],
])('%d minutes are shown as %s and %s', (minutes, clock, words) => {
  expect(clockOf(minutes)).toBe(clock)
  expect(durationInWords(minutes)).toBe(words)
})

test('what is shown can be typed', () => {
  for (let minutes = 1; minutes <= 1440; minutes++) {
    expect(readTime(clockOf(minutes))).toEqual({ minutes })
    expect(readTime(durationInWords(minutes))).toEqual({ minutes })
  }
})
