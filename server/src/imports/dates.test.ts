import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentIn, noonOf, readDate } from './dates.ts'

const [newYork, auckland, berlin] = ['America/New_York', 'Pacific/Auckland', 'Europe/Berlin']
const read = (text: string, timezone = 'UTC') => readDate(text, { order: null, timezone })

test('a moment is a day in the time zone of the workspace, however it is written', () => {
  const moments = `2026-12-05 02:00:00 UTC|2026-12-05 02:00:00+00|2026-12-05 02:00:00 +00|2026-12-05 02:00:00+0000|2026-12-05 02:00:00 +0000 UTC
    2026-12-05T02:00:00Z|2026-12-05t02:00:00z|2026-12-05T02:00Z|2026-12-05T02:00:00.000Z|2026-12-05 02:00:00.123456+00:00|2026-12-05T02:00:00+00:00[UTC]
    2026-12-05 02:00 GMT|2026-12-05 02:00 Z|2026/12/05 02:00 UTC|20261205T020000Z|2026-12-05T0200Z|2026-12-05 2:00 AM UTC|2026-12-05 2 AM UTC
    Sat, 05 Dec 2026 02:00:00 GMT|Sat, 5 Dec 2026 02:00:00 +0000|5 Dec 2026 02:00 UTC|05-Dec-26 02:00 UTC|05/Dec/26 2:00 AM UTC|5 December 2026, 2:00 a.m. GMT
    Dec 5, 2026, 2:00 AM UTC|Dec 5, 2026 at 2:00 AM UTC|December 5, 2026 2:00:00 AM UTC|Saturday, December 5, 2026 2:00 AM UTC|Dec 5, 2026, 2:00\u202fAM UTC
    Sat Dec 05 2026 02:00:00 GMT+0000 (Coordinated Universal Time)|Sat Dec 5 02:00:00 UTC 2026|12/25/2026 02:00 UTC|25.12.2026 02:00 UTC|25.12.2026, 02:00 (UTC)
    2026-12-05 07:30:00 +05:30|2026-12-05 07:30:00+0530|2026-12-05 07:30 IST|2026-12-05 07:30 UTC+5:30|2026-12-05 03:00 CET|2026-12-05 03:00 GMT+1
    2026-12-05 03:00 Europe/Berlin|2026-12-05T03:00:00+01:00[Europe/Berlin]|2026-12-05 11:00 Asia/Tokyo|2026-12-05 03:00 (Europe/Berlin)|1796436000|1796436000000`
  for (const text of moments.split(/[|\n]/).map((each) => each.trim())) {
    const [there, before] =
      text.includes('25') && !text.includes('20261205') && /^(12\/25|25)/.test(text)
        ? ['2026-12-25', '2026-12-24']
        : ['2026-12-05', '2026-12-04']
    assert.deepEqual([read(text), read(text, newYork)], [there, before], text)
  }
  for (const text of [
    '2026-12-05 7:30 PM UTC',
    '2026-12-05 19:30Z',
    'Dec 5, 2026 7:30 PM GMT',
    '2026-12-05 14:30 EST',
    '2026-12-05 7:30 p.m. UTC',
  ])
    assert.equal(read(text, auckland), '2026-12-06', text)
  for (const text of ['2026-12-05 12:30 AM UTC', '2026-12-05 00:30 UTC'])
    assert.deepEqual([read(text, newYork), read(text)], ['2026-12-04', '2026-12-05'], text)
  assert.equal(read('2026-12-05 12:30 PM UTC', newYork), '2026-12-05')
  assert.equal(read('2026-12-05 24:00 UTC'), '2026-12-06')
  assert.equal(readDate('03/04/2026 02:00 UTC', { order: 'dmy', timezone: newYork }), '2026-04-02')
  assert.equal(readDate('03/04/2026 02:00 UTC', { order: null, timezone: newYork }), 'open')
})

test('a date without a time or without a zone stays what it is', () => {
  const dates = `2026-12-05|2026-12-05 02:00|2026-12-05T02:00:00|2026-12-05 2:00 AM|20261205|2026-12-05 UTC|2026-12-05Z|2026.12.05|5 Dec 2026|5. Dec. 2026
    05/Dec/26 2:00 AM|Dec 5, 2026 2:00 AM|Sat, 5 Dec 2026|December 5th, 2026|5.12.2026 02:00|2026-12-05 02:00 XYZ|2026-12-05 (Sat)|2026-12-05 at noon`
  for (const text of dates.split(/[|\n]/).map((each) => each.trim()))
    for (const timezone of [newYork, auckland, 'UTC'])
      assert.equal(
        text.startsWith('5.12') ? readDate(text, { order: 'dmy', timezone }) : read(text, timezone),
        '2026-12-05',
        text,
      )
})

test('months may be named in other languages', () => {
  const right: Record<string, string> = {
    ...{
      '10/Mär/26 4:30 PM': '2026-03-10',
      '10/Mrz/26': '2026-03-10',
      '5. Dezember 2026': '2026-12-05',
      '1. Mai 2026': '2026-05-01',
    },
    ...{
      '5 décembre 2026': '2026-12-05',
      '3 août 2026': '2026-08-03',
      '4 juin 2026': '2026-06-04',
      '4 juil. 2026': '2026-07-04',
      '1 févr. 2026': '2026-02-01',
    },
    ...{
      '5 de diciembre de 2026': '2026-12-05',
      '3/ene/26': '2026-01-03',
      '5 dicembre 2026': '2026-12-05',
      '2 out 2026': '2026-10-02',
      '7 mrt 2026': '2026-03-07',
    },
  }
  for (const [text, date] of Object.entries(right)) assert.equal(read(text), date, text)
  assert.equal(read('5 Foo 2026'), undefined)
})

test('what is no date is none', () => {
  for (const text of [
    '45996',
    '',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '32 Dec 2026',
    '2026',
    '12:30 UTC',
    '2026-12',
    '202612051',
    '99999999',
  ])
    assert.equal(read(text), undefined, text)
})

test('noon is that of the workspace, and moments of comments are worded there', () => {
  assert.equal(noonOf('2026-03-10', auckland), '2026-03-09T23:00:00.000Z')
  assert.equal(noonOf('2026-03-10', newYork), '2026-03-10T16:00:00.000Z')
  assert.equal(momentIn('2026-03-13T09:00:00.000Z', berlin), '13 Mar 2026, 10:00')
  assert.equal(momentIn('14/Mar/26 2:15 PM', berlin), '14/Mar/26 2:15 PM')
})
