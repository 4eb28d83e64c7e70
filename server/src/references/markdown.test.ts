import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBoxesIn, mentionedIn, mentionOf, mostMentioned, withCheckBox } from 'contract/markdown'
import { plainText } from 'contract/plain-text'

const ann = '[@Ann](person:1)'

test('a mention is read back from its text, whatever the name', () => {
  for (const full_name of ['Ann Lee', 'Zoë', '[x](y)', 'A*n_n `B` <c> \\', ']('])
    assert.deepEqual(mentionedIn(`Hello ${mentionOf({ id: 42, full_name })}!`), [42], full_name)
  assert.equal(mentionOf({ id: 42, full_name: 'Ann [HR] *Lee*' }), '[@Ann HR Lee](person:42)')
  assert.equal(mentionOf({ id: 42, full_name: '[]' }), '[@42](person:42)')
})

test('everybody is mentioned once, in the order of the text, and only so many can be notified', () => {
  assert.deepEqual(mentionedIn('[@B](person:2) [@A](person:1)\n> - [@B](person:2)'), [2, 1])
  const crowd = Array.from({ length: 80 }, (_, i) => `[@P](person:${i + 1})`).join(' ')
  assert.equal(mentionedIn(crowd).length, mostMentioned)
})

test('what only resembles a mention mentions nobody', () => {
  for (const text of [
    '@Ann',
    '[Ann](person:1)',
    '[@Ann](person:0)',
    '[@Ann](person:01)',
    '[@Ann](person:x)',
    '[@Ann](people:1)',
    '[@Ann] (person:1)',
    '[@](person:1)',
    '[@A\nB](person:1)',
    '[@Ann](person:12345678901234567)',
  ])
    assert.deepEqual(mentionedIn(text), [], text)
})

test('code mentions nobody', () => {
  const fence = '```'
  for (const text of [
    `\`${ann}\``,
    `a \`b\` \`\`c \` ${ann}\`\``,
    `${fence}\n${ann}\n${fence}`,
    `~~~ md\n${ann}\n${fence}\n${ann}`,
    `- ${fence}\n  ${ann}\n  ${fence}`,
    `> ${fence}\r\n> ${ann}\r\n> ${fence}`,
    `${fence}${fence}\n${fence}\n${ann}`,
  ])
    assert.deepEqual(mentionedIn(text), [], text)
  for (const text of [
    `\`${ann}`,
    `\`\` ${ann} \``,
    `\`a\` ${ann} \`b\``,
    `\`\`\`a\`\`\` ${ann}`,
    `${fence}\ncode\n${fence}\n${ann}`,
    `~~~\ncode\n~~~\n${ann}`,
    `\`a\n${ann}`,
  ])
    assert.deepEqual(mentionedIn(text), [1], text)
})

test('check boxes are items of lists, numbered in their order', () => {
  const text = ['- [ ] One', '  * [x] Two ', '> 1. [X]  Three', '10) [ ] [@Ann](person:1)', '+ [ ] [ ] Four', 'Text'].join('\r\n')
  assert.deepEqual(
    checkBoxesIn(text).map(({ is_checked, text }) => [is_checked, text]),
    [
      [false, 'One'],
      [true, 'Two'],
      [true, 'Three'],
      [false, '[@Ann](person:1)'],
      [false, '[ ] Four'],
    ],
  )
  for (const { at, is_checked } of checkBoxesIn(text)) assert.equal(text[at] !== ' ', is_checked)
  for (const none of ['[ ] One', '- [] One', '- [ ]One', '- [ ] ', '-[ ] One', '- [y] One', '```\n- [ ] One\n```', ''])
    assert.deepEqual(checkBoxesIn(none), [], none)
})

test('setting a box changes its sign alone', () => {
  const text = '- [ ] One\n- [X] Two\n- [ ] One\n'
  const set = (number: number, text_of_box: string, is_checked: boolean, of = text) =>
    withCheckBox(of, { number, text: text_of_box, is_checked })
  assert.equal(set(2, 'One', true), '- [ ] One\n- [X] Two\n- [x] One\n')
  assert.equal(set(1, 'Two', false), '- [ ] One\n- [ ] Two\n- [ ] One\n')
  assert.equal(set(0, 'One', false), text)
  // It has moved, and is the only one of its text.
  assert.equal(set(0, 'Two', false), '- [ ] One\n- [ ] Two\n- [ ] One\n')
  for (const [number, box] of [
    [1, 'One'],
    [0, 'Three'],
    [9, 'One'],
  ] as const)
    assert.equal(set(number, box, true), undefined)
})

test('hostile texts take time in proportion to their length', () => {
  // In proportion to its square, all of them would take longer than a test may.
  const length = 100_000
  const hostile = [
    '`',
    '[',
    '[@',
    '[@a',
    '[@](person:',
    '- [ ',
    '> ',
    '- [ ] a ',
    '``` `\n',
    '~~~\n',
    '`` ` ',
    '[@a](person:1',
    ' ',
    '1. [ ] ',
    '*a',
    '_a ',
    '[a](',
    '[a](b(',
    '\n \n',
    '|-',
    '> - [ ] ',
    '<https:',
    '\\*',
  ]
  const lengthening = Array.from({ length: 450 }, (_, i) => '`'.repeat(i + 1)).join(' ')
  for (const text of [...hostile.map((part) => part.repeat(length / part.length)), lengthening])
    for (const whole of [text, `${text}\n](person: ] ${ann}`, `](person: ] ${text}`]) {
      assert.ok(mentionedIn(whole).length <= mostMentioned)
      assert.ok(checkBoxesIn(whole).length <= length)
      withCheckBox(whole, { number: 1, text: 'a', is_checked: true })
      assert.ok(plainText(whole).length <= whole.length)
    }
})
