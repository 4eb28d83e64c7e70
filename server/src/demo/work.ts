// The projects of the demonstration. A task is its title, its description, its label, and its subtasks.

export type DemoTask = readonly [title: string, description: string, label: string, subtasks: readonly string[]]

export type DemoProject = {
  name: string
  description: string
  status: 'planning' | 'in_progress' | 'completed'
  priority: 'low' | 'medium' | 'high'
  /** The manager and the developers, by the part of their address before the @. */
  manager: string
  team: readonly string[]
  /** Days from today. */
  starts: number
  ends: number
  /** Nothing of it is overdue. */
  isPunctual?: boolean
  /** The share of its subtasks that are done, in the order of this list. */
  done: number
  tasks: readonly DemoTask[]
}

/** More tasks of the projects that every demonstration has, and three more projects. */
export const demoProjects: readonly DemoProject[] = [
  {
    name: 'Website relaunch',
    description: 'A new website that loads in a second and says what we do in one sentence.',
    status: 'in_progress',
    priority: 'high',
    manager: 'pam',
    team: ['dev', 'dana', 'yuki', 'bo'],
    starts: -42,
    ends: 30,
    done: 0.52,
    isPunctual: true,
    tasks: [
      [
        'Voice and tone',
        'How we sound: short, friendly, without adjectives.',
        'Content',
        ['Collect ten sentences we like', 'Write the guide', 'Rewrite the button labels'],
      ],
      [
        'Design system',
        'Colours, type and spacing, decided once.',
        'Design',
        ['Choose the type scale', 'Define the colours for light and dark', 'Draw the buttons and fields', 'Publish the icon set'],
      ],
      [
        'Landing page',
        'What a visitor sees in the first five seconds.',
        'Design',
        ['Sketch three variants', 'Test them with five visitors', 'Write the final text'],
      ],
      [
        'Shop front',
        'The bicycles, with prices that are true.',
        'Backend',
        ['List the products from the warehouse', 'Show stock per shop', 'Cache the prices for an hour'],
      ],
      [
        'Contact form',
        'People reach us without an account.',
        'Backend',
        ['Validate the address', 'Send a copy to the sender', 'Block the bots quietly'],
      ],
      [
        'Search',
        'Forgives typing errors.',
        'Backend',
        ['Index the articles', 'Rank by freshness', 'Say something kind when nothing is found'],
      ],
      [
        'Pictures for slow phones',
        'Nobody waits for a photo of a wheel.',
        'Design',
        ['Resize the originals', 'Serve AVIF and WebP', 'Measure on a train'],
      ],
      ['Press kit', 'Logos and photos that journalists may use.', 'Content', ['Choose twelve photos', 'Write the fact sheet']],
      [
        'Cookie banner nobody hates',
        'Two buttons of the same size.',
        'Content',
        ['List what we really need', 'Write two honest sentences'],
      ],
    ],
  },
  {
    name: 'Customer portal',
    description: 'Where customers see their orders, invoices and open questions.',
    status: 'planning',
    priority: 'medium',
    manager: 'pam',
    team: ['dev', 'dana', 'lucia'],
    starts: -10,
    ends: 90,
    done: 0.12,
    isPunctual: true,
    tasks: [
      [
        'Scope',
        'What belongs into the first version, and what does not.',
        'Content',
        ['Read last year’s support mails', 'Agree on five screens', 'Write down what we leave out'],
      ],
      [
        'Sign-in',
        'No passwords to forget.',
        'Backend',
        ['Compare magic links and passkeys', 'Draw the flow', 'Ask the auditors'],
      ],
      [
        'Orders',
        'Every order, with where it is now.',
        'Backend',
        ['Map the states of an order', 'Read them from the warehouse', 'Word each state for customers'],
      ],
      ['Invoices', 'As PDF, as far back as the law wants.', 'Backend', ['Find the oldest invoice', 'Check the layout on A4']],
      [
        'Open questions',
        'A customer asks once, and sees the answer here.',
        'Design',
        ['Sketch the conversation', 'Decide who answers', 'Plan the notifications'],
      ],
      [
        'Accessibility',
        'Works by keyboard and screen reader from the first day.',
        'Design',
        ['Book two testers', 'List the rules we follow'],
      ],
    ],
  },
  {
    name: 'Mobile app',
    description: 'Book a repair from the roadside: three taps, one photo, a price.',
    status: 'in_progress',
    priority: 'high',
    manager: 'miles',
    team: ['elif', 'jonas', 'sefa', 'dana'],
    starts: -56,
    ends: 21,
    done: 0.66,
    tasks: [
      [
        'Prototype',
        'Clickable, ugly, honest.',
        'Design',
        ['Draw the three taps', 'Try it with riders in the rain', 'Note every hesitation'],
      ],
      [
        'Photo of the damage',
        'The photo decides the price, so it has to be good.',
        'Backend',
        ['Ask for the camera politely', 'Compress before sending', 'Keep the photo when the network drops'],
      ],
      [
        'Price estimate',
        'A range first, the exact price after a look.',
        'Backend',
        ['Collect last year’s repairs', 'Compute the range', 'Explain the range in one line'],
      ],
      [
        'Nearest workshop',
        'Open now, with a free stand.',
        'Backend',
        ['Read the opening hours', 'Show the way by bicycle', 'Handle holidays', 'Say when everything is closed'],
      ],
      [
        'Payment',
        'On the phone or at the counter.',
        'Backend',
        ['Connect the payment provider', 'Refund in one step', 'Test with a card that is declined'],
      ],
      [
        'Notifications',
        'Two at most: accepted, and ready.',
        'Content',
        ['Write both messages', 'Send them in the customer’s language', 'Let people turn them off'],
      ],
      [
        'Store listing',
        'What people read before they install it.',
        'Content',
        ['Take the screenshots', 'Write the description', 'Answer the review questions'],
      ],
      [
        'Battery and data',
        'A rider’s phone is at nine percent.',
        'Backend',
        ['Measure the battery per booking', 'Stop the location when not needed', 'Work without a connection'],
      ],
      [
        'Beta',
        'Fifty customers who like to complain.',
        'Content',
        ['Invite fifty customers', 'Read every answer', 'Fix what three people mention'],
      ],
    ],
  },
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
        'Reports',
        'What the board wants on the first of the month.',
        'Content',
        ['Rebuild the monthly report', 'Remove what nobody reads', 'Send it by itself'],
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
        'Opening day',
        'Free brake checks, and the coffee.',
        'Content',
        ['Choose the day', 'Invite the neighbours', 'Print the signs'],
      ],
    ],
  },
]
