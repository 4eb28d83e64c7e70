// Forms and server agree: the server accepts what a form accepts, and each message of a form is the server's.
// @ts-expect-error The web app is checked without the types of Node.js.
import { createRequire } from 'node:module'
import type * as Contract from 'contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateForm as checklistTemplateForm } from './directory/checklists/form.ts'
import { checklistForm } from './directory/person/checklistForm.ts'
import { documentForm } from './directory/person/documentForm.ts'
import { jobForm } from './directory/person/jobForm.ts'
import { privateForm } from './directory/person/privateForm.ts'
import { scheduleForm } from './directory/person/scheduleForm.ts'
import { labelForm } from './labels/form.ts'
import { correctionForm } from './leave/hr/correctionForm.ts'
import { newTypeForm, yearForm } from './leave/hr/typeForm.ts'
import { requestForm } from './leave/own/form.ts'
import { approvalForm, refusalForm } from './leave/requests/form.ts'
import { holidayForm, locationForm } from './locations/form.ts'
import { addressForm, employeeForm, peopleForm } from './people/form.ts'
import { passwordForm, profileForm } from './profile/forms.ts'
import { projectForm } from './projects/form.ts'
import { templateForm } from './projects/templates/templates.ts'
import { updateForm } from './projects/updates.ts'
import { confirmationForm, hireForm, refusalForm as hireRefusalForm } from './recruiting/hiring/form.ts'
import { noteForm } from './recruiting/history/form.ts'
import { interviewForm } from './recruiting/interviews/form.ts'
import { mailForm } from './recruiting/mails/form.ts'
import { newOpeningForm, openingForm } from './recruiting/openings/form.ts'
import { ratingForm } from './recruiting/ratings/form.ts'
import { mailForm as mailTemplateForm } from './recruiting/settings/mailForm.ts'
import { retentionForm } from './recruiting/settings/retentionForm.ts'
import { stageForm } from './recruiting/settings/stageForm.ts'
import { forgotPasswordForm, loginForm, newPasswordForm } from './session/forms.ts'
import { administratorForm, ownershipForm, stepDownForm } from './settings/administratorForms.ts'
import { deletionForm, generalForm } from './settings/form.ts'
import { signUpForm } from './signup/form.ts'
import { copyForm, subtaskForm, taskForm } from './tasks/data/forms.ts'
import { savedViewForm } from './tasks/filters/savedViews.ts'
import { proposalForm } from './tasks/proposals/proposals.ts'
import { returnForm } from './time/approvals/form.ts'
import { entryForm } from './time/entries/form.ts'

// Vite replaces zod by a stub, so this loads the contract as the server does.
const contract = createRequire(import.meta.url)('contract') as typeof Contract
const { api, timeProblems, confirmationProblem, dateProblems, directoryProblems, dueDateProblems, managerProblems } = contract

const characters = fc.constantFrom(
  ...['a', 'B', '1', '.', '-', '@', '+', 'é', '漢', '👍', '\u0301', ' ', '\u00a0', '\t', '\n', '\u2028', '\u3164', '\u2800'],
  ...['\u200b', '\u00ad', '\ufeff', '\u200e', '\u202e', '\u2066', '\u0001', '\u001b', '\u0085', '\u0000', '\ud800', '\udfff'],
)
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Paint the walls', 'Abcdefg-1', 'Abcdefg-1') },
  fc.constantFrom('', ' ', 'Abcdefg1', 'ab', 'www'),
  fc.string({ unit: characters, maxLength: 14 }),
  fc.string({ maxLength: 20 }),
  fc
    .tuple(fc.string({ unit: characters, maxLength: 4 }), fc.constantFrom(49, 51, 250, 256, 999, 1001, 9_999, 10_001))
    .map(([start, length]) => start.padEnd(length, 'Ab1- ')),
  fc
    .tuple(fc.string({ unit: characters, maxLength: 4 }), fc.constantFrom(9, 10, 50, 255, 256))
    .map(([start, length]) => start + '👍'.repeat(length)),
)
const email = fc.oneof(
  text,
  { weight: 2, arbitrary: fc.emailAddress() },
  fc.string({ unit: fc.constantFrom('a', '.', '@', '-', 'co', "'", '+', '_', 'İ', '\u212a'), maxLength: 9 }),
)
const odd = fc.constantFrom('2026-02-30', '0000-01-01', '2026-2-1', '02/03/2026', '99999-01-01')
const day = fc.integer({ min: -3, max: 3 }).map((days) => new Date(Date.UTC(2026, 2, 1 + days)).toISOString().slice(0, 10))
const date = fc.oneof({ weight: 8, arbitrary: day }, { weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: odd })
const priority = fc.constantFrom('low' as const, 'high' as const)
const status = fc.constantFrom('todo' as const, 'done' as const)
const hours = fc.oneof(
  fc.constantFrom('', 'x', '-1', '7.5', '1e9', '1e999'),
  fc.double(),
  fc.integer({ min: -20, max: 1_000_100 }).map((tenths) => tenths / 10),
  fc.integer({ min: -20, max: 200 }).map((hundredths) => hundredths / 100),
)
const color = fc.oneof(text, fc.constantFrom('#00C4B4', ' #fa5252 ', '#fff', 'red'))
const today = '2026-03-01'
const isNew = fc.boolean()

type Messages = Record<string, readonly (string | undefined)[] | undefined>
type Schema = {
  safeParse(body: unknown): { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined }
}

/** Returns the server's messages by field, from its schema and from further rules. */
function serverMessages(schema: Schema, body: unknown, further: Messages = {}) {
  const answer: Messages = { ...further }
  for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
    answer[String(path[0])] = [...(answer[String(path[0])] ?? []), message]
  return answer
}

/** `browserOnly` names the fields where the form says more than the server would. */
function expectAgreement(problems: object, answer: Messages, browserOnly: readonly string[] = []) {
  const shown = Object.entries(problems).filter(([, message]) => message !== undefined)
  const isAgreed = ([field, message]: [string, string]) => browserOnly.includes(field) || answer[field]?.includes(message)
  const unagreed = shown.find((one) => !isAgreed(one))
  // The assertions are slow, so only what would fail reaches them.
  if (unagreed) expect(answer[unagreed[0]]).toContain(unagreed[1])
  if (shown.length === 0 && Object.keys(answer).length > 0) expect(answer).toEqual({})
}

const runs = { numRuns: 1000 }
function testAgreement<T>(name: string, values: fc.Arbitrary<T>, judge: (values: T) => void) {
  test(`${name}: the form and the server agree`, () => fc.assert(fc.property(values, judge), runs))
}

testAgreement(
  'a task',
  fc.record({
    values: fc.record({
      title: text,
      description: text,
      priority,
      status,
      due_date: date,
      // No form prevents more than the server's hundred labels.
      label_ids: fc.array(fc.constantFrom('1', '2'), { maxLength: 3 }),
      recurrence: fc.constantFrom('' as const, 'weekly' as const),
    }),
    isNew,
  }),
  ({ values, isNew }) => {
    const body = { ...taskForm.toBody(values), ...(isNew && { project: 1 }) }
    const schema = isNew ? api.tasks.create.body : api.tasks.update.body
    const further = isNew ? dueDateProblems(body.due_date, today) : {}
    expectAgreement(taskForm.problems(values, { today, isNew }), serverMessages(schema, body, further))
  },
)

testAgreement('a copy of a task', fc.record({ title: text, due_date: date }), (values) => {
  const body = copyForm.toBody(values)
  const answer = serverMessages(api.tasks.copy.body, body, dueDateProblems(body.due_date, today))
  expectAgreement(copyForm.problems(values, { today }), answer)
})

testAgreement(
  'a subtask',
  fc.record({
    values: fc.record({
      title: text,
      description: text,
      priority,
      status,
      due_date: date,
      task: fc.constantFrom('', '4'),
      assigned_to_id: fc.constantFrom('', '7'),
      estimated_hours: hours,
    }),
    isNew,
  }),
  ({ values, isNew }) => {
    const body = subtaskForm.toBody(values)
    const sent = values.task ? body : { ...body, task: undefined }
    const further = isNew ? dueDateProblems(body.due_date, today) : {}
    const answer = serverMessages(isNew ? api.subtasks.create.body : api.subtasks.update.body, sent, further)
    expectAgreement(subtaskForm.problems(values, { today, isNew }), answer)
  },
)

testAgreement(
  'a project',
  fc.record({
    values: fc.record({
      name: text,
      key: text,
      description: text,
      start_date: date,
      end_date: date,
      priority,
      assigned_pm: fc.constantFrom('', '7'),
    }),
    choosesManager: fc.boolean(),
  }),
  ({ values, choosesManager }) => {
    const body = projectForm.toBody(values)
    const further = { ...dateProblems(body, today), ...(choosesManager && managerProblems(body)) }
    expectAgreement(
      projectForm.problems(values, { today, choosesManager }),
      serverMessages(api.projects.create.body, body, further),
    )
  },
)

testAgreement('a template', fc.record({ name: text }), (values) =>
  expectAgreement(templateForm.problems(values), serverMessages(api.templates.save.body, templateForm.toBody(values))),
)

testAgreement(
  'an employee',
  fc.record({
    values: fc
      .record({
        full_name: text,
        job_title: text,
        department: fc.constantFrom('', 'IT', 'R&D', 'Nowhere'),
        role: fc.constantFrom('', 'hr', 'tenant_admin'),
        email,
        confirm_email: text,
        password: text,
        manager: fc.constantFrom('', '7'),
      })
      .chain((values) => fc.constantFrom(values, { ...values, confirm_email: values.email })),
    isNew,
  }),
  ({ values, isNew }) => {
    const answer = serverMessages(isNew ? api.employees.create.body : api.employees.update.body, employeeForm.toBody(values))
    // The repeated address is not sent.
    expectAgreement(employeeForm.problems(values, { isNew }), answer, ['confirm_email'])
  },
)

testAgreement(
  'an administrator',
  fc
    .record({ employee: fc.constantFrom('', '7'), full_name: text, email, confirm_email: text })
    .chain((values) => fc.constantFrom(values, { ...values, confirm_email: values.email })),
  (values) => {
    const { promotion, invitation } = administratorForm.toBody(values)
    const promoted = serverMessages(api.administrators.promote.body, promotion)
    expectAgreement(administratorForm.problems(values, { way: 'promote' }), promoted)
    // The repeated address is not sent.
    const invited = serverMessages(api.administrators.invite.body, invitation)
    expectAgreement(administratorForm.problems(values, { way: 'invite' }), invited, ['confirm_email'])
  },
)

testAgreement(
  'an administrator who steps down',
  fc.record({
    role: fc.constantFrom('', 'hr', 'tenant_admin'),
    job_title: text,
    department: fc.constantFrom('', 'IT', 'R&D', 'Nowhere'),
  }),
  (values) =>
    expectAgreement(stepDownForm.problems(values), serverMessages(api.administrators.stepDown.body, stepDownForm.toBody(values))),
)

testAgreement('a transfer of the ownership', fc.record({ password: text }), (values) =>
  expectAgreement(
    ownershipForm.problems(values),
    serverMessages(api.administrators.makeOwner.body, ownershipForm.toBody(values)),
  ),
)

testAgreement('a list of people', fc.record({ text }), (values) =>
  expectAgreement(peopleForm.problems(values), serverMessages(api.newcomers.create.body, peopleForm.toBody(values))),
)

testAgreement('a label', fc.record({ name: text, color }), (values) => {
  // The server gives a label without a colour the default one.
  const browserOnly = values.color === '' ? ['color'] : []
  expectAgreement(labelForm.problems(values), serverMessages(api.labels.create.body, labelForm.toBody(values)), browserOnly)
})

testAgreement('a saved view', fc.record({ name: text, is_shared: fc.boolean() }), (values) =>
  expectAgreement(
    savedViewForm('due=overdue').problems(values),
    serverMessages(api.views.create.body, savedViewForm('due=overdue').toBody(values)),
  ),
)

testAgreement(
  'a location',
  fc.record({
    name: text,
    country: fc.constantFrom('', 'DE'),
    region: fc.constantFrom('', 'BE'),
    timezone: fc.oneof(text, fc.constantFrom('Europe/Berlin', 'Mars/Base')),
    is_default: fc.boolean(),
  }),
  (values) =>
    expectAgreement(locationForm.problems(values), serverMessages(api.locations.create.body, locationForm.toBody(values))),
)

testAgreement('a holiday', fc.record({ day: date, name: text, is_half: fc.boolean() }), (values) =>
  expectAgreement(holidayForm.problems(values), serverMessages(api.locations.addHoliday.body, holidayForm.toBody(values))),
)

testAgreement(
  'a template of checklists',
  fc.record({
    name: text,
    kind: fc.constantFrom('joiner' as const, 'leaver' as const),
    items: fc.array(
      fc.record({
        title: fc.oneof({ weight: 4, arbitrary: fc.constant('Say hello') }, text),
        owner: fc.constantFrom('hr' as const, 'person' as const),
        days: fc.constantFrom('0', '-365', '366', '7', '1.5', 'x', ''),
      }),
      { maxLength: 3 },
    ),
  }),
  ({ items, ...rest }) => {
    const values = { ...rest, items: items.map((item, key) => ({ key, ...item })) }
    const answer = serverMessages(api.checklists.createTemplate.body, checklistTemplateForm.toBody(values))
    expectAgreement(checklistTemplateForm.problems(values), answer)
  },
)

testAgreement('one’s own name', fc.record({ full_name: text }), (values) =>
  expectAgreement(profileForm.problems(values), serverMessages(api.profile.update.body, profileForm.toBody(values))),
)

testAgreement(
  'the settings of a workspace',
  fc.record({
    name: text,
    timezone: fc.oneof(text, fc.constantFrom('Europe/Berlin', 'UTC', 'Etc/GMT+5', '+02:00', 'Mars/Base', 'Europe/Berlin ')),
    first_day: fc.constantFrom('0', '1', '6'),
  }),
  (values) => expectAgreement(generalForm.problems(values), serverMessages(api.settings.update.body, generalForm.toBody(values))),
)

testAgreement(
  'the deletion of a workspace',
  fc.record({ confirm: fc.oneof(text, fc.constant(' ACME')), password: text }),
  (values) => {
    const further = { confirm: [confirmationProblem(values.confirm, 'acme')] }
    expectAgreement(
      deletionForm.problems(values, { subdomain: 'acme' }),
      serverMessages(api.workspaceData.remove.body, deletionForm.toBody(values), further.confirm[0] ? further : {}),
    )
  },
)

testAgreement('one’s own password', fc.record({ old_password: text, new_password: text }), (values) =>
  expectAgreement(passwordForm.problems(values), serverMessages(api.profile.changePassword.body, passwordForm.toBody(values))),
)

testAgreement('a password by a link', fc.record({ new_password: text, confirm: text }), (values) => {
  // The handler checks the link first, and then the password by the rules of a changed password.
  const answer = serverMessages(api.profile.changePassword.body, { ...newPasswordForm.toBody(values), old_password: 'x' })
  // The repeated password is not sent.
  expectAgreement(newPasswordForm.problems(values), answer, ['confirm'])
})

testAgreement('a proposal', fc.record({ title: text, description: text, estimated_hours: hours }), (values) =>
  expectAgreement(proposalForm.problems(values), serverMessages(api.proposals.create.body, proposalForm.toBody(values))),
)

testAgreement(
  'time spent',
  fc.record({
    day: date,
    minutes: fc.oneof(
      fc.constantFrom('', 'x', '1:30', '1,5', '90m', '0', '24:00', '24:01', '1:60'),
      fc.integer({ min: -1, max: 1500 }).map((n) => `${n} min`),
    ),
    note: text,
  }),
  (values) => {
    // The handler judges the day.
    const further = values.day > today ? { day: [timeProblems.future] } : {}
    const answer = serverMessages(api.time.create.body, entryForm.toBody(values), further)
    expectAgreement(entryForm.problems(values, { today }), answer)
  },
)

testAgreement('the return of a week', fc.record({ reason: text }), (values) =>
  expectAgreement(returnForm.problems(values), serverMessages(api.time.return.body, returnForm.toBody(values))),
)

testAgreement(
  'a job',
  fc.record({
    job_title: text,
    department: fc.constantFrom('', 'IT', 'R&D', 'Nowhere'),
    phone: text,
    location: fc.constantFrom('', '7'),
    reports_to: fc.constantFrom('', '7'),
    starts_on: fc.oneof(day, fc.constant('')),
    ends_on: fc.oneof(day, fc.constant('')),
  }),
  (values) => {
    // The handler compares the days.
    const { starts_on, ends_on } = jobForm.toBody(values)
    const isWrong = starts_on && ends_on && ends_on < starts_on
    const answer = serverMessages(
      api.directory.changeJob.body,
      jobForm.toBody(values),
      isWrong ? { ends_on: [directoryProblems.endsTooEarly] } : {},
    )
    // A field that has not been changed is not sent. None of these values is what the form began with.
    const before = { ...jobForm.blank, job_title: '-', department: '-' }
    expectAgreement(jobForm.problems(values, { before }), answer)
  },
)

testAgreement(
  'private data',
  fc.record({ birthday: fc.oneof(day, fc.constant('')), address: text, phone: text, emergency_contact: text }),
  (values) => {
    // The handler judges the day.
    const further = values.birthday > today ? { birthday: [directoryProblems.future] } : {}
    const answer = serverMessages(api.directory.changePrivate.body, privateForm.toBody(values), further)
    expectAgreement(privateForm.problems(values, { today }), answer)
  },
)

testAgreement(
  'a working schedule',
  fc.record({
    from: day,
    minutes: fc.array(fc.constantFrom('', '0', '8', '7.5', '7:35', '24', '24:01', 'x', '-1'), { minLength: 7, maxLength: 7 }),
  }),
  (values) =>
    expectAgreement(scheduleForm.problems(values), serverMessages(api.directory.setSchedule.body, scheduleForm.toBody(values))),
)

testAgreement('the name of a document', fc.record({ name: text }), (values) =>
  expectAgreement(documentForm.problems(values), serverMessages(api.documents.update.body, documentForm.toBody(values))),
)

testAgreement('a checklist', fc.record({ template: fc.constantFrom('', '7'), day: fc.oneof(day, fc.constant('')) }), (values) => {
  // Without a choice, nothing is sent.
  const browserOnly = values.template === '' ? ['template'] : []
  expectAgreement(
    checklistForm.problems(values),
    serverMessages(api.checklists.start.body, checklistForm.toBody(values)),
    browserOnly,
  )
})

const days = fc.constantFrom('', '0', '12.5', '12,5', '-1', '1.3', 'x', '3660', '3660.5')
const rules = {
  basis: fc.constantFrom('granted' as const, 'granted' as const, 'counted' as const),
  allowance: days,
  granted: fc.constantFrom('yearly' as const, 'monthly' as const),
  carry: fc.constantFrom('all' as const, 'some' as const, 'nothing' as const),
  carry_limit: days,
  carry_until: fc.constantFrom('', '03-31', '02-29', '12-31', '13-01'),
  overdraft: days,
}

testAgreement(
  'a type of leave',
  fc.record({
    ...{ ...rules, name: text, color: fc.constantFrom('teal' as const, 'rust' as const) },
    ...{ needs_approval: fc.boolean(), allows_half_days: fc.boolean(), proof: fc.constantFrom('none' as const, 'note' as const) },
  }),
  (values) => {
    const { policy, ...type } = newTypeForm.toBody(values)
    const { policy: _, ...ofType } = serverMessages(api.leaveTypes.create.body, { ...type, policy })
    // The form shows the messages about the rules beside their fields.
    expectAgreement(newTypeForm.problems(values), { ...ofType, ...serverMessages(api.leaveTypes.setPolicy.body, policy) })
  },
)

testAgreement(
  'the rules from a year on',
  fc.record({ ...rules, year: fc.constantFrom('2026', '1999', '2101', '2100', 'x', '') }),
  (values) => {
    const ofYear = serverMessages(api.leaveTypes.setPolicy.params, { leave_type_id: '7', year: values.year })
    expectAgreement(yearForm.problems(values), {
      ...ofYear,
      ...serverMessages(api.leaveTypes.setPolicy.body, yearForm.toBody(values)),
    })
  },
)

testAgreement(
  'a correction of a balance',
  fc.record({ type: fc.constantFrom('', '7'), day: fc.oneof(date, fc.constant('1999-12-31')), half_days: days, reason: text }),
  (values) => {
    const body = correctionForm.toBody(values)
    // The handler judges the day, and the amount of nothing.
    const further = {
      ...(values.day === '1999-12-31' && { day: [contract.leaveProblems.correctionDay] }),
      ...(body.half_days === 0 && { half_days: [contract.leaveProblems.noDays] }),
    }
    // Without a choice, nothing is sent.
    const browserOnly = values.type === '' ? ['type'] : []
    expectAgreement(
      correctionForm.problems(values, { today }),
      serverMessages(api.leave.correct.body, body, further),
      browserOnly,
    )
  },
)

testAgreement('a status update', fc.record({ state: fc.constantFrom('on_track' as const, 'late' as const), text }), (values) => {
  const form = updateForm('on_track')
  expectAgreement(form.problems(values), serverMessages(api.updates.create.body, form.toBody(values)))
})

testAgreement('a log-in', fc.record({ email, password: text }), (values) =>
  expectAgreement(loginForm.problems(values), serverMessages(api.auth.token.body, loginForm.toBody(values))),
)

testAgreement('a forgotten password', fc.record({ email }), (values) =>
  expectAgreement(
    forgotPasswordForm.problems(values),
    serverMessages(api.auth.forgotPassword.body, forgotPasswordForm.toBody(values)),
  ),
)

testAgreement(
  'a sign-up',
  fc.record({
    tenant_name: text,
    subdomain: fc.constantFrom('', 'ab', 'a--b', 'www', 'acme'),
    full_name: text,
    email,
    password: text,
  }),
  (values) => {
    const answer = serverMessages(api.tenants.signup.body, signUpForm.toBody(values))
    const steps = [0, 1].map((step) => signUpForm.problems(values, { step, isVerified: true }))
    // The schema accepts any workspace address. The handler checks the subdomain, with the same function.
    expectAgreement(Object.assign({}, ...steps), answer, ['subdomain'])
  },
)

testAgreement(
  'a request for leave',
  fc.record({
    ...{ type: fc.constantFrom('', '7'), from: date, to: date, note: text },
    ...{ starts_at_noon: fc.boolean(), ends_at_noon: fc.boolean(), documents: fc.constantFrom([], [1, 2]) },
  }),
  (values) => {
    const answer = serverMessages(api.leave.request.body, requestForm.toBody(values))
    const problems = requestForm.problems(values, { type: { proof: 'none' }, isArriving: false })
    // The calendar chooses both days at once.
    expectAgreement(problems, answer, ['type', 'from'])
  },
)

testAgreement('a decision about leave', fc.record({ values: fc.record({ reason: text }), is_approved: fc.boolean() }), (each) => {
  const form = each.is_approved ? approvalForm : refusalForm
  const schema = (each.is_approved ? api.leave.approve : api.leave.decline).body
  expectAgreement(form.problems(each.values), serverMessages(schema, form.toBody(each.values)))
})

const basics = {
  ...{ title: text, department: fc.constantFrom('', 'IT', 'R&D', 'Nowhere'), location: fc.constantFrom('', '7') },
}

testAgreement('a new opening', fc.record(basics), (values) =>
  expectAgreement(newOpeningForm.problems(values), serverMessages(api.openings.create.body, newOpeningForm.toBody(values))),
)

testAgreement(
  'an opening',
  fc.record({
    ...{ ...basics, closes_on: fc.oneof(day, fc.constant('')), description: text },
    questions: fc.array(fc.record({ key: fc.nat(), text, is_required: fc.boolean(), is_long: fc.boolean() }), { maxLength: 22 }),
  }),
  (values) => {
    // The handler judges the day.
    const further = values.closes_on && values.closes_on < today ? { closes_on: [contract.openingProblems.closesTooEarly] } : {}
    const answer = serverMessages(api.openings.update.body, openingForm.toBody(values), further)
    expectAgreement(openingForm.problems(values, { today, before: '' }), answer)
  },
)

const stageName = fc.oneof(text, fc.constantFrom('New', ' new ', 'Hired'))

testAgreement(
  'the stages',
  fc.record({
    open: fc.array(fc.record({ key: fc.nat(), id: fc.constantFrom(null, 7), name: stageName }), { maxLength: 3 }),
    ...{ hired: stageName, rejected: stageName },
  }),
  (values) => {
    const body = stageForm.toBody(values)
    const answer = serverMessages(api.recruiting.saveStages.body, body)
    const names = [...body.open.map(({ name }) => name), body.hired, body.rejected].map((name) => name.toLowerCase())
    // The handler compares the names.
    const further = new Set(names).size < names.length ? { open: [...(answer.open ?? []), contract.stageProblems.twice] } : {}
    expectAgreement(stageForm.problems(values), { ...answer, ...further })
  },
)

testAgreement('a mail template', fc.record({ name: text, subject: text, text }), (values) =>
  expectAgreement(
    mailTemplateForm.problems(values),
    serverMessages(api.recruiting.createTemplate.body, mailTemplateForm.toBody(values)),
  ),
)

testAgreement(
  'the time after which data is removed',
  fc.record({ retention_days: fc.constantFrom('', '0', '1', ' 30 ', '3650', '3651', '1.5', 'x', '-1') }),
  (values) =>
    expectAgreement(
      retentionForm.problems(values),
      serverMessages(api.recruiting.changeSettings.body, retentionForm.toBody(values)),
    ),
)

testAgreement('a corrected address', fc.record({ email }), (values) => {
  for (const { body } of [api.employees.correctEmail, api.administrators.correctEmail, api.applications.correctEmail])
    expectAgreement(addressForm.problems(values), serverMessages(body, addressForm.toBody(values)))
})

testAgreement('a mail to an applicant', fc.record({ template: fc.constantFrom('', '3'), subject: text, text }), (values) =>
  expectAgreement(mailForm.problems(values), serverMessages(api.applications.sendMail.body, mailForm.toBody(values))),
)

testAgreement('a note about an applicant', fc.record({ text }), (values) =>
  expectAgreement(noteForm.problems(values), serverMessages(api.applications.addNote.body, noteForm.toBody(values))),
)

testAgreement('a rating', fc.record({ stars: fc.constantFrom('', '1', '5'), comment: text }), (values) =>
  expectAgreement(ratingForm.problems(values), serverMessages(api.applications.rate.body, ratingForm.toBody(values))),
)

testAgreement(
  'a hire',
  fc.record({
    job_title: text,
    department: fc.constantFrom('', 'Engineering', 'Sales'),
    starts_on: date,
    location: fc.constantFrom('', '7'),
  }),
  (values) => expectAgreement(hireForm.problems(values), serverMessages(api.applications.hire.body, hireForm.toBody(values))),
)

testAgreement(
  'the invitation of an applicant',
  fc.record({ role: fc.constantFrom('', 'developer', 'hr', 'tenant_admin', 'super_admin'), manager: fc.constantFrom('', '7') }),
  (values) => {
    const answer = serverMessages(api.applications.confirmHire.body, confirmationForm.toBody(values))
    expectAgreement(confirmationForm.problems(values), answer)
  },
)

testAgreement('a declined hire', fc.record({ reason: text }), (values) => {
  const answer = serverMessages(api.applications.withdrawHire.body, hireRefusalForm.toBody(values))
  // HR withdraws without a reason.
  expectAgreement(hireRefusalForm.problems(values), answer, values.reason.trim() === '' ? ['reason'] : [])
})

const noon = Date.parse('2026-03-01T12:00:00Z')

testAgreement(
  'an interview',
  fc.record({
    day: date,
    time: fc.constantFrom('', '00:00', '14:05', '25:00', 'x'),
    minutes: fc.constantFrom('15', '60', '480'),
    place: text,
    agenda: text,
    interviewers: fc.array(fc.constantFrom('1', '2'), { maxLength: 12 }),
  }),
  (values) => {
    const answer = serverMessages(api.applications.addInterview.body, interviewForm.toBody(values))
    // The server has one field for the day and the time, and its own clock.
    expectAgreement(interviewForm.problems(values, { now: () => noon }), answer, ['day', 'time'])
  },
)
