// The problems of a form, field by field and as a whole.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { applicationProblems, cvBytes } from 'contract'
import { file, filled, jobsWorld, mustBeTaken, namesIn, pdf, problemsIn } from './testing.ts'

const { apply, applicationsOf, ask, hostOf, objects, open } = await jobsWorld()

test('each field says what is wrong with it, all at once, and keeps what was typed', async () => {
  const id = await open({ questions: [{ text: 'Why?', is_required: true, is_long: false }] })
  const [why = ''] = namesIn(await ask(`/jobs/${id}`))
  const before = await objects()
  const form_key = randomUUID()
  const wrong = {
    form_key,
    full_name: ' ',
    email: 'ada@b',
    phone: '1'.repeat(51),
    links: 'ada.example.org',
    [why]: ' ',
    cv: file(pdf(), ''),
  }
  const answer = await apply(id, { ...wrong, cv: file(Buffer.alloc(0), '') })
  assert.equal(answer.statusCode, 400)
  assert.deepEqual(problemsIn(answer), {
    full_name: 'Enter your name.',
    email: 'Invalid email format',
    phone: 'Ensure this field has no more than 50 characters.',
    links: applicationProblems.link,
    cv: applicationProblems.cv,
    [why]: applicationProblems.answer,
    consent: applicationProblems.consent,
  })
  assert.match(answer.body, /<title>Error: Baker · Acme<\/title>/)
  assert.match(answer.body, /class="summary" role="alert" tabindex="-1" autofocus=""/)
  for (const field of Object.keys(problemsIn(answer))) {
    assert.match(answer.body, new RegExp(`<li><a href="#field-${field}">`))
    assert.match(
      answer.body,
      new RegExp(`id="field-${field}"[^>]*aria-describedby="[^"]*field-${field}-problem"[^>]*aria-invalid="true"`),
    )
  }
  for (const kept of [`value="${form_key}"`, 'value="ada@b"', '>ada.example.org</textarea>'])
    assert.ok(answer.body.includes(kept), kept)
  assert.match(answer.body, /Choose the file again/)
  assert.equal(answer.headers['x-robots-tag'], 'noindex')
  assert.deepEqual([(await applicationsOf(id)).length, await objects()], [0, before])
})

test('each rule of a field holds by itself', async () => {
  const id = await open({ questions: [{ text: 'Why?', is_required: false, is_long: false }] })
  const [why = ''] = namesIn(await ask(`/jobs/${id}`))
  const links = (count: number) => Array.from({ length: count }, (_, n) => `https://a${n}.test`).join('\r\n')
  const cases: [field: string, value: string | File | undefined, problem: string | RegExp][] = [
    ['full_name', 'x'.repeat(201), /no more than 200/],
    ['full_name', undefined, 'Enter your name.'],
    ['full_name', '\u202e\u200b', /Enter your name/],
    ['full_name', file(pdf()), 'Enter your name.'],
    ['email', `${'x'.repeat(250)}@a.test`, /no more than 254/],
    ['email', 'a@b.test\u0000', /cannot be stored/],
    ['links', links(6), applicationProblems.tooManyLinks],
    ['links', 'javascript:alert(1)', applicationProblems.link],
    ['cv', 'a text', applicationProblems.cv],
    ['cv', file(Buffer.from('<html>%PDF')), applicationProblems.cvType],
    ['cv', file(Buffer.alloc(0), 'empty.pdf'), applicationProblems.cvType],
    ['cv', file(Buffer.concat([pdf(), randomBytes(cvBytes)])), applicationProblems.cvSize],
    ['consent', 'no', applicationProblems.consent],
    [why, 'x'.repeat(5001), /no more than 5000/],
  ]
  for (const [field, value, problem] of cases) {
    const answer = await apply(id, { ...filled(), [why]: '', [field]: value })
    const { [field]: text = '', ...others } = problemsIn(answer)
    assert.equal(answer.statusCode, 400, field)
    assert.deepEqual(others, {}, field)
    if (typeof problem === 'string') assert.ok(text.startsWith(problem.replaceAll('’', '’')), `${field}: ${text}`)
    else assert.match(text, problem)
  }
  mustBeTaken(await apply(id, { ...filled(), [why]: '', phone: '', links: links(5) }), id)
  mustBeTaken(await apply(id, { ...filled(), [why]: '', links: '', cv: file(pdf(), 'x'.repeat(300)) }), id)
  assert.equal((await applicationsOf(id)).at(-1)?.cv_name, 'CV.pdf')
})

test('a form comes from the workspace’s own page alone, and as a whole', async () => {
  const id = await open()
  for (const headers of [{ origin: 'https://evil.test' }, { origin: `http://${hostOf('globex')}` }, { origin: 'null' }])
    assert.equal((await apply(id, filled(), { headers })).statusCode, 403)
  const origin = `http://${hostOf('acme')}`
  const bodies: [type: string, body: string][] = [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="full_name"\r\n\r\nAda'],
    ['multipart/form-data; boundary=x', ''],
    ['application/x-www-form-urlencoded', 'full_name=Ada'],
    ['application/json', '{}'],
    ['multipart/form-data; boundary=x', `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(101)}--x--\r\n`],
  ]
  for (const [type, body] of bodies) {
    const payload = Buffer.from(body)
    const answer = await ask(`/jobs/${id}`, { method: 'POST', payload, headers: { origin, 'content-type': type } })
    assert.equal(answer.statusCode, 400, `${type} ${body.slice(0, 20)}`)
    assert.match(answer.body, /has not arrived as a whole/)
  }
  const large = await apply(id, { ...filled(), cv: file(Buffer.alloc(12 * 1024 ** 2)) })
  assert.equal(large.statusCode, 413)
  assert.match(large.body, /A CV has at most 10 MB/)
  assert.deepEqual(await applicationsOf(id), [])
})
