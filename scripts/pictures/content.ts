// The content that is added to the demonstration workspace for the pictures. Days count from today.

export const people = [
  { full_name: 'Lena Fischer', job_title: 'Engineer', department: 'Engineering', role: 'developer' },
  { full_name: 'Marco Rossi', job_title: 'Engineer', department: 'Engineering', role: 'developer' },
  { full_name: 'Aisha Khan', job_title: 'Tester', department: 'Product', role: 'developer' },
  { full_name: 'Tomas Novak', job_title: 'Data Engineer', department: 'R&D', role: 'developer' },
  { full_name: 'Priya Nair', job_title: 'Project Manager', department: 'Project Management', role: 'project_manager' },
  { full_name: 'Nora Berg', job_title: 'Recruiter', department: 'Talent Acquisition', role: 'hr' },
]

/** Pam's developers, who are all members of the first project. */
export const pamsDevelopers = ['Lena Fischer', 'Marco Rossi', 'Aisha Khan']

/** The other manager's projects. */
export const otherProjects = [
  { name: 'Mobile app', description: 'The portal for the pocket, with what people ask for most.', priority: 'high', ends: 75 },
  {
    name: 'Warehouse scanner',
    description: 'Count once, at the shelf, and never type a number again.',
    priority: 'low',
    ends: 120,
  },
]

type Subtask = [title: string, assignee: string | null, status: string, priority: string, due: number, hours: number]

/** Tasks of the first project, in addition to the demonstration's. */
export const tasks: { title: string; description: string; status: string; priority: string; due: number; subtasks: Subtask[] }[] =
  [
    {
      title: 'Search',
      description: 'Find articles and products from every page, with the first letters typed.',
      status: 'in_progress',
      priority: 'high',
      due: 9,
      subtasks: [
        ['Index the articles', 'Lena Fischer', 'in_progress', 'high', 2, 6],
        ['Suggest while typing', 'Dev Dalton', 'in_progress', 'high', 0, 5],
        ['Agree on the order of results', 'Marco Rossi', 'done', 'medium', 1, 2],
        ['Test with real questions', 'Aisha Khan', 'todo', 'medium', 8, 4],
        ['Explain an empty result', null, 'todo', 'medium', 7, 2],
      ],
    },
    {
      title: 'Newsletter',
      description: 'One sign-up form everywhere, and a page on which people choose what they get.',
      status: 'todo',
      priority: 'medium',
      due: 16,
      subtasks: [
        ['Design the sign-up form', 'Dana Reyes', 'in_progress', 'medium', 4, 3],
        ['Confirm addresses by mail', 'Marco Rossi', 'todo', 'medium', 11, 6],
        ['Write the welcome mail', null, 'todo', 'low', 14, 2],
        ['Check unsubscribing', 'Aisha Khan', 'todo', 'low', 13, 2],
      ],
    },
    {
      title: 'Loading time',
      description: 'One second on a telephone, measured each night and shown to everybody.',
      status: 'in_progress',
      priority: 'medium',
      due: 20,
      subtasks: [
        ['Measure each night', 'Lena Fischer', 'done', 'medium', 1, 4],
        ['Shrink the pictures', 'Dev Dalton', 'todo', 'high', 3, 3],
        ['Load fonts from our server', 'Marco Rossi', 'in_progress', 'low', 5, 2],
        ['Check on slow telephones', 'Aisha Khan', 'in_progress', 'medium', 12, 4],
        ['Compare two hosts', null, 'todo', 'low', 18, 3],
      ],
    },
  ]

/** Dev's subtasks, one in every part of a developer's day. */
export const devsDay = [
  { title: 'List the articles by readers', due: -2 },
  { title: 'Write the questions', due: 1 },
]
