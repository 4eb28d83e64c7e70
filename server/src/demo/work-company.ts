// The projects of the demonstration for the company itself.
import type { DemoProject } from './work.ts'

export const companyProjects: readonly DemoProject[] = [
  {
    name: 'Billing migration',
    description: 'From the old accounting program to one that has an interface.',
    status: 'in_progress',
    priority: 'high',
    manager: 'pam',
    team: ['bo', 'lucia', 'yuki'],
    starts: -49,
    ends: -3,
    done: 0.74,
    tasks: [
      [
        'Inventory',
        'Everything the old program does, also in secret.',
        'Backend',
        ['List the nightly jobs', 'Ask accounting what they export', 'Find the spreadsheets'],
      ],
      [
        'Data model',
        'Customers, invoices, payments, and nothing else.',
        'Backend',
        ['Draw the tables', 'Name what we drop', 'Review it with accounting'],
      ],
      [
        'Import of customers',
        'Forty thousand, of which some are the same person.',
        'Backend',
        ['Merge the duplicates', 'Check the tax numbers', 'Import into staging', 'Compare the totals'],
      ],
      [
        'Import of invoices',
        'Every cent has to be there.',
        'Backend',
        ['Read the old format', 'Compare ten years of sums', 'Explain the two differences'],
      ],
      [
        'Dunning',
        'Friendly, then clear.',
        'Content',
        ['Write three letters', 'Agree on the days between them', 'Try them on our own late invoices'],
      ],
      [
        'Payment terms',
        'Fourteen days for people, thirty for cities.',
        'Content',
        ['Collect the terms in use', 'Agree on two of them', 'Print them on the invoice'],
      ],
      [
        'Reports',
        'What the board wants on the first of the month.',
        'Content',
        ['Rebuild the monthly report', 'Remove what nobody reads', 'Send it by itself'],
      ],
      [
        'Rights',
        'Who may see a salary, and who may only see a bicycle.',
        'Backend',
        ['List who sees what today', 'Draw four roles', 'Try them with two colleagues'],
      ],
      [
        'Cut-over',
        'One evening, with a way back.',
        'Backend',
        ['Write the run book', 'Rehearse it on a copy', 'Tell the customers', 'Switch over', 'Turn the old server off'],
      ],
    ],
  },
  {
    name: 'Workshop in Lisbon',
    description: 'Our fourth workshop: ten stands, two trainees, coffee.',
    status: 'in_progress',
    priority: 'low',
    manager: 'miles',
    team: ['sefa', 'elif', 'jonas'],
    starts: -35,
    ends: 60,
    done: 0.45,
    isPunctual: true,
    tasks: [
      [
        'Rooms',
        'Dry, at ground level, near a cycle path.',
        'Content',
        ['Visit six places', 'Compare the rents', 'Sign the contract'],
      ],
      ['Permits', 'The city wants seven papers.', 'Content', ['List the papers', 'Hand them in', 'Answer the questions']],
      [
        'Tools and stands',
        'What a mechanic reaches without walking.',
        'Design',
        ['Draw the floor plan', 'Order ten stands', 'Order the tools', 'Find a second-hand press'],
      ],
      [
        'Stock of the first week',
        'What breaks most often, twice.',
        'Backend',
        ['Count the repairs by part', 'Order the twenty commonest', 'Label the shelves'],
      ],
      [
        'People',
        'Three mechanics, two trainees.',
        'Content',
        ['Write the job advertisement', 'Talk to twelve people', 'Plan the first month'],
      ],
      [
        'Systems',
        'The same software as everywhere, from the first day.',
        'Backend',
        ['Order the network', 'Set up the till', 'Add the workshop to the app'],
      ],
      [
        'Sign above the door',
        'Readable from a moving bicycle.',
        'Design',
        ['Draw three sizes', 'Ask the city about the light', 'Order it from the sign painter'],
      ],
      [
        'Opening day',
        'Free brake checks, and the coffee.',
        'Content',
        ['Choose the day', 'Invite the neighbours', 'Print the signs'],
      ],
    ],
  },
]
