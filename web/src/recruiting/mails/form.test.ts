import { expect, test } from 'vitest'
import { filledWith, mailForm, rejectionAmong } from './form.ts'

const words = { '{name}': 'Ada', '{opening}': 'Engineer', '{company}': 'Acme', '{sender}': 'Hana' }
const template = { id: 4, name: 'Rejection', subject: 'As {opening} at {company}', text: 'Hello {name}, {other}\n{sender}' }

test('a template fills the subject and the text', () => {
  expect(filledWith(template, words)).toEqual({ template: '4', subject: 'As Engineer at Acme', text: 'Hello Ada, {other}\nHana' })
  expect(filledWith(undefined, words)).toBe(mailForm.blank)
})

test('the template for rejections is found by its name', () => {
  expect(rejectionAmong([{ ...template, name: 'Offer' }, template])).toBe(template)
  expect(rejectionAmong([])).toBeUndefined()
})
