import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, emailRule, problemOf } from './api.ts'

/** As it is stored. */
const stored = (typed: string) => problemOf(emailRule, typed) ?? emailRule.clean(typed).toLowerCase()

test('an address is stored in its only spelling, however it is typed', () => {
  for (const [expected, ...spellings] of [
    [
      'ann@acme.test',
      'Ann@ACME.test',
      '\u200bann@acme.test\u200e',
      'ann@\u00adacme.test',
      '\u2068ann@acme.test\u2069',
      'ａｎｎ＠ａｃｍｅ．ｔｅｓｔ',
    ],
    [
      'ivan@xn--e1afmkfd.xn--p1ai',
      'ivan@пример.рф',
      'Ivan@ПРИМЕР.РФ',
      'ivan@xn--e1afmkfd.xn--p1ai',
      'ivan@XN--E1AFMKFD.XN--P1AI',
    ],
    ['juergen@xn--mller-kva.de', 'juergen@müller.de', 'juergen@mu\u0308ller.de', 'juergen@MÜLLER.de'],
    ['a@xn--strae-oqa.de', 'a@straße.de'],
    ['info@xn--fsqu00a.xn--0zwm56d', 'info@例子.测试', 'info@例子。测试'],
    ['a@xn--ngbc5azd.xn--mgbaam7a8h', 'a@شبكة.امارات'],
    ['a@xn--11b5bs3a9aj6g.xn--i2bb1aew0den6id', 'a@परीक्षा.विद्यार्थी'],
    ["o'neil+x/y=z@a-b.co", "O'Neil+x/y=z@a-b.co"],
    ["!#$%&'*+-/=?^_`{|}~@a.test", "!#$%&'*+-/=?^_`{|}~@a.test"],
    ['ann@a.test', '"ann"@a.test', '"a\\nn"@a.test'],
    ['"ann opal"@a.test', '"Ann Opal"@a.test', '"ann\\ opal"@a.test'],
    ['"a@b"@a.test', '"a@b"@a.test'],
    ['"a\\"b\\\\"@a.test', '"a\\"b\\\\"@a.test'],
    [`${'a'.repeat(64)}@a.test`, `${'a'.repeat(64)}@a.test`],
    [`a@${'b'.repeat(63)}.test`, `a@${'b'.repeat(63)}.test`],
  ] as const)
    for (const typed of spellings) {
      assert.equal(stored(typed), expected, typed)
      assert.equal(stored(expected), expected)
    }
})

test('what mail servers do not deliver to is no address', () => {
  for (const wrong of [
    ...['ann', '@a.test', 'ann@', 'ann@a', 'ann@a.1', 'a b@c.test', '.a@b.test', 'a.@b.test', 'a..b@c.test', 'a,b@c.test'],
    ...['a@b..test', 'a@.b.test', 'a@b.test.', 'a@-b.test', 'a@b-.test', 'a@b_c.test', 'a@[127.0.0.1]', 'a@127.0.0.1', 'a@1.2'],
    ...['a@b@c.test', '"a@b.test', '"a"b"@c.test', '""@c.test', '"a\\"@c.test', '"a\tb"@c.test', 'a(b)@c.test', '<a@b.test>'],
    ...['a@пример%2e.рф', 'a@при/мер.рф', 'a@при:80.рф', 'a@xn--.рф\u0338/'],
    // Many mail servers have no SMTPUTF8.
    ...['jürgen@a.test', '用户@例子.测试', '"é"@a.test'],
    ...[`${'a'.repeat(65)}@a.test`, `a@${'b'.repeat(64)}.test`, `a@${'ü'.repeat(63)}.test`],
  ])
    assert.equal(stored(wrong), 'Invalid email format', wrong)
  assert.equal(stored(`a@${'b.'.repeat(130)}test`), 'Ensure this field has no more than 254 characters.')
})

test('a code is read however its digits are grouped and in whichever script they are', () => {
  for (const typed of [
    ...[
      '123456',
      '123 456',
      ' 123456\n',
      '123-456',
      '123–456',
      '1 2 3 4 5 6',
      '123\u00a0456',
      '123\u202f456',
      '123.456',
      '\u202d123456\u202c',
    ],
    ...[
      '１２３４５６',
      '１２３　４５６',
      '１２３－４５６',
      '١٢٣٤٥٦',
      '۱۲۳۴۵۶',
      '१२३४५६',
      '๑๒๓๔๕๖',
      '𝟏𝟐𝟑𝟒𝟓𝟔',
      '\u200b123456\ufeff',
    ],
  ])
    assert.equal(codeOf(typed), '123456', typed)
  assert.equal(codeOf('ab1c-De2f'), 'ab1cDe2f')
  assert.equal(codeOf('0９٩९'), '0999')
})
