// Applications for openings, from the public page to the invitation. See docs/decisions/075-recruiting.md.
import { z } from 'zod'
import { choice, date, email, FileBytes, id, idFilter, idText, NamedPerson, Nothing, ruled, timestamp } from './common.ts'
import { departments, employeeRules } from './employees.ts'
import { workspace } from './endpoint.ts'
import { inWords } from './files.ts'
import { cvBytes, mailRules } from './openings.ts'
import { employeeRoles, workspaceRoles } from './roles.ts'
import { emailRule, lineRule, optionalTextRule, type TextRule, textRule } from './rules.ts'

/** The events of an application's history. */
export const applicationEvents = ['applied', 'moved', 'note', 'mail', 'hire', 'hired', 'withdrawn', 'removed'] as const
export type ApplicationEvent = (typeof applicationEvents)[number]
export const ratings = [1, 2, 3, 4, 5] as const

export const mostLinks = 5
export const mostInterviewers = 10
/** Minutes. */
export const interviewLength = { shortest: 5, longest: 24 * 60 } as const

export const applicationProblems = {
  stage: 'Choose a stage of the list.',
  hire: 'An applicant is hired by “Hire”, and invited by an administrator.',
  gone: 'The data of this applicant has been removed.',
  hired: 'This applicant has been hired.',
  waiting: 'This applicant waits for an administrator already.',
  notWaiting: 'Nobody waits for this decision any more.',
  interviewer: 'Choose people of this workspace.',
  tooManyInterviewers: `Choose at most ${mostInterviewers} people.`,
  noInterviewer: 'Choose at least one person.',
  past: 'Choose a time in the future.',
  tooFar: 'Choose a time within the next two years.',
  minutes: `Enter a length from ${interviewLength.shortest} minutes to ${interviewLength.longest / 60} hours.`,
  rating: 'Choose one to five.',
  link: 'Enter addresses that begin with https:// or http://, one in each line.',
  tooManyLinks: `Enter at most ${mostLinks} addresses.`,
  cv: 'Choose your CV as a PDF.',
  cvType: 'This file is no PDF. Save your CV as a PDF, and choose that.',
  cvSize: `This file is larger than ${inWords(cvBytes)}.`,
  cvMalware: 'This file is malware. Choose another one.',
  consent: 'We can only take applications of people who agree to this.',
  answer: 'Answer this question.',
  changed: 'The questions have changed meanwhile. Look at them again.',
} as const

const isLink = (text: string) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text)
/** The addresses of a text, one in each line. */
export const linksIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const linesRule = optionalTextRule({ max: 2000 })
const linksRule: TextRule = {
  ...linesRule,
  problems: (text) => {
    const links = linksIn(text)
    if (links.length > mostLinks) return [applicationProblems.tooManyLinks]
    return links.every(isLink) ? linesRule.problems(text) : [applicationProblems.link]
  },
}

/** The fields of the public form. */
export const applicationRules = {
  full_name: lineRule({ empty: 'Enter your name.', max: 200 }),
  email: emailRule,
  phone: optionalTextRule({ max: 50 }),
  links: linksRule,
  answer: optionalTextRule({ max: 5000 }),
  note: textRule({ max: 10_000 }),
  /** The words of a rating. */
  comment: optionalTextRule({ max: 2000 }),
  place: optionalTextRule({ max: 300 }),
  agenda: optionalTextRule({ max: 2000 }),
}

/** An applicant as a card of the board. */
export const ApplicationCard = z.object({
  id,
  full_name: z.string(),
  opening: z.object({ id, title: z.string() }),
  stage: id,
  /** When the application came to its stage. */
  stage_since: timestamp,
  created_at: timestamp,
  /** The mean of all ratings, to a tenth. Null until the caller has given one, and while there are none. */
  rating: z.number().nullable(),
  ratings: z.number().int(),
  /** The next interview. */
  interview_at: timestamp.nullable(),
  is_hire_prepared: z.boolean(),
})
export type ApplicationCard = z.output<typeof ApplicationCard>

export const ApplicationEntry = z.object({
  id,
  event: z.enum(applicationEvents),
  at: timestamp,
  /** Null: the applicant, or the rule that removes data. */
  by: NamedPerson.nullable(),
  /** The name of the stage to which the application moved. */
  stage: z.string().nullable(),
  /** Only a mail has one. */
  subject: z.string(),
  /** A note, a mail, or the reason of a withdrawal. */
  text: z.string(),
})
export type ApplicationEntry = z.output<typeof ApplicationEntry>

export const Rating = z.object({ by: NamedPerson, stars: z.number().int(), comment: z.string(), at: timestamp })
export type Rating = z.output<typeof Rating>

export const Interview = z.object({
  id,
  starts_at: timestamp,
  minutes: z.number().int(),
  /** A room or a link. */
  place: z.string(),
  agenda: z.string(),
  interviewers: z.array(NamedPerson),
})
export type Interview = z.output<typeof Interview>

/** The job of somebody who is to be invited. */
export const HirePlan = z.object({
  job_title: z.string(),
  department: z.string(),
  starts_on: date,
  location: id.nullable(),
  prepared_by: NamedPerson,
  prepared_at: timestamp,
})
export type HirePlan = z.output<typeof HirePlan>

export const Application = z.object({
  id,
  opening: z.object({ id, title: z.string(), department: z.string(), location: id.nullable() }),
  stage: z.object({ id, name: z.string() }),
  full_name: z.string(),
  email: z.string(),
  /** The last mail to this address was refused for good. */
  is_undeliverable: z.boolean(),
  phone: z.string(),
  links: z.array(z.string()),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Null if it has been removed. */
  cv: z.object({ name: z.string(), size: z.number().int() }).nullable(),
  created_at: timestamp,
  rejected_at: timestamp.nullable(),
  /** When the applicant's data was removed. */
  removed_at: timestamp.nullable(),
  /** Other applications of the same e-mail address. For HR. */
  others: z.array(z.object({ id, opening: z.string(), created_at: timestamp })),
  /** Whether the caller is of HR, and not only an interviewer. */
  may_manage: z.boolean(),
  /** The oldest first. An interviewer reads their own notes. */
  entries: z.array(ApplicationEntry),
  own_rating: Rating.nullable(),
  /** The ratings of others. Null until the caller has given one. */
  other_ratings: z.array(Rating).nullable(),
  /** How many others have given one. */
  other_ratings_count: z.number().int(),
  interviews: z.array(Interview),
  /** For HR. */
  hire: HirePlan.nullable(),
  hired: NamedPerson.nullable(),
})
export type Application = z.output<typeof Application>

/** Somebody who waits for an administrator's invitation. */
export const PendingHire = HirePlan.extend({ application: id, full_name: z.string(), email: z.string(), opening: z.string() })
export type PendingHire = z.output<typeof PendingHire>

/** An interview of the caller. */
export const OwnInterview = Interview.omit({ interviewers: true }).extend({
  application: id,
  applicant: z.string(),
  opening: z.string(),
})
export type OwnInterview = z.output<typeof OwnInterview>

const { past, minutes, rating, noInterviewer, tooManyInterviewers } = applicationProblems
const InterviewForm = z.object({
  starts_at: z.iso.datetime({ offset: true, error: past }),
  minutes: z.number(minutes).int(minutes).min(interviewLength.shortest, minutes).max(interviewLength.longest, minutes),
  place: ruled(applicationRules.place),
  agenda: ruled(applicationRules.agenda),
  interviewers: z.array(id, noInterviewer).min(1, noInterviewer).max(mostInterviewers, tooManyInterviewers),
})

const access = ['hr'] as const
const models = ['recruiting'] as const
const ofApplication = z.object({ application_id: idText })
const ofInterview = z.object({ interview_id: idText })

export const applications = {
  /** The newest first, at most 1,000, without those whose data has been removed. */
  list: workspace({
    route: 'GET /api/applications/',
    models,
    access,
    query: z.object({ opening: idFilter.optional() }),
    returns: z.array(ApplicationCard),
  }),
  /** For HR and for its interviewers. */
  get: workspace({
    route: 'GET /api/applications/:application_id/',
    models,
    access: workspaceRoles,
    params: ofApplication,
    returns: Application,
  }),
  /** A PDF, always to be saved. */
  cv: workspace({
    route: 'GET /api/applications/:application_id/cv/',
    access: workspaceRoles,
    params: ofApplication,
    returns: FileBytes,
  }),
  move: workspace({
    route: 'PATCH /api/applications/:application_id/',
    access,
    params: ofApplication,
    body: z.object({ stage: id }),
    returns: ApplicationCard,
  }),
  addNote: workspace({
    route: 'POST /api/applications/:application_id/notes/',
    access: workspaceRoles,
    is_repeatable: true,
    status: 201,
    params: ofApplication,
    body: z.object({ text: ruled(applicationRules.note) }),
    returns: ApplicationEntry,
  }),
  rate: workspace({
    route: 'PUT /api/applications/:application_id/rating/',
    access: workspaceRoles,
    params: ofApplication,
    body: z.object({
      stars: z.number(rating).int(rating).min(1, rating).max(5, rating),
      comment: ruled(applicationRules.comment),
    }),
    returns: Application,
  }),
  /** Sends a mail to the applicant. Answers go to the sender. */
  sendMail: workspace({
    route: 'POST /api/applications/:application_id/mails/',
    access,
    not_in_demo: true,
    is_repeatable: true,
    status: 201,
    params: ofApplication,
    body: z.object({ subject: ruled(mailRules.subject), text: ruled(mailRules.text) }),
    returns: ApplicationEntry,
  }),
  /** Changes the applicant's address, and sends the interviews to come again. */
  correctEmail: workspace({
    route: 'POST /api/applications/:application_id/correct-email/',
    access,
    not_in_demo: true,
    params: ofApplication,
    body: z.object({ email }),
    returns: Application,
  }),
  /** Removes the applicant's data now. */
  removeData: workspace({
    route: 'POST /api/applications/:application_id/remove-data/',
    access,
    params: ofApplication,
    returns: Application,
  }),
  /** Sends an invitation with an iCalendar to the applicant and the interviewers. */
  addInterview: workspace({
    route: 'POST /api/applications/:application_id/interviews/',
    access,
    not_in_demo: true,
    status: 201,
    params: ofApplication,
    body: InterviewForm,
    returns: Interview,
  }),
  changeInterview: workspace({
    route: 'PUT /api/interviews/:interview_id/',
    access,
    not_in_demo: true,
    params: ofInterview,
    body: InterviewForm,
    returns: Interview,
  }),
  /** Sends a cancellation to everybody. */
  cancelInterview: workspace({
    route: 'DELETE /api/interviews/:interview_id/',
    access,
    not_in_demo: true,
    status: 204,
    params: ofInterview,
    returns: Nothing,
  }),
  /** The caller's interviews that have not ended, the next first. */
  ownInterviews: workspace({
    route: 'GET /api/interviews/',
    models,
    access: workspaceRoles,
    returns: z.array(OwnInterview),
  }),
  /** Prepares the invitation of an employee, which an administrator confirms. */
  hire: workspace({
    route: 'POST /api/applications/:application_id/hire/',
    access,
    status: 201,
    params: ofApplication,
    body: z.object({
      job_title: ruled(employeeRules.job_title),
      department: choice(departments),
      starts_on: date,
      location: id.nullable(),
    }),
    returns: Application,
  }),
  /** The oldest first. */
  hires: workspace({ route: 'GET /api/hires/', models, access: ['tenant_admin'], returns: z.array(PendingHire) }),
  /** Invites the person. */
  confirmHire: workspace({
    route: 'POST /api/applications/:application_id/confirm-hire/',
    access: ['tenant_admin'],
    not_in_demo: true,
    params: ofApplication,
    body: z.object({
      role: choice(employeeRoles),
      /** The project manager of a new developer. Others have none. */
      manager: id.nullable(),
    }),
    returns: Nothing,
    status: 204,
  }),
  /** By HR, or by an administrator with a reason. */
  withdrawHire: workspace({
    route: 'POST /api/applications/:application_id/withdraw-hire/',
    access: ['tenant_admin', 'hr'],
    params: ofApplication,
    body: z.object({ reason: ruled(optionalTextRule({ max: 500 })) }),
    status: 204,
    returns: Nothing,
  }),
}
