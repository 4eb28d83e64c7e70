// The chats, comments and updates of the demonstration. `{@dev}` is a mention of a person, `{#Search}` of a task or subtask.
import type { HealthState } from 'contract'

/** The sender by the part of the address before the @, the text, when (days from today, and the hour), and whether it brings files. */
export type Message = readonly [who: string, text: string, days: number, hour: number, has_files?: true]

export const conversations: readonly { project: string; messages: readonly Message[] }[] = [
  {
    project: 'Website relaunch',
    messages: [
      ['yuki', 'The search forgives “bycicle” now. It was the most common query last year.', -3, 11],
      ['pam', 'Lovely. {@dana}, do we have the photos for {#Press kit}?', -3, 12],
      ['dana', 'Nine of twelve. The other three need sun.', -3, 13],
      [
        'bo',
        'Prices come from the warehouse every hour since this morning. If one looks odd, tell me, not the customer.',
        -1,
        10,
      ],
      ['dev', 'The contact form blocked 212 bots over the weekend, and one very angry human. I wrote to him.', 0, 8],
    ],
  },
  {
    project: 'Mobile app',
    messages: [
      ['elif', 'Tried the prototype with six riders in the rain. Gloves! The buttons have to grow.', -9, 17, true],
      ['miles', 'Then they grow. What else?', -9, 17],
      ['elif', 'Nobody reads the second screen. I suggest we delete it.', -9, 18],
      ['jonas', 'The app keeps the photo when the network drops. I tested it in the underground, twice, there and back.', -2, 9],
      ['sefa', 'Screenshots for the store are in the task. The dog stays in.', -1, 15],
    ],
  },
  {
    project: 'Billing migration',
    messages: [
      ['lucia', 'Ten years of invoices, and two differences: 0.02 and 1,419.00. The first one is a rounding.', -6, 14, true],
      ['pam', 'And the second?', -6, 14],
      ['lucia', 'A credit note from 2019 that was booked twice. Accounting is as surprised as we are.', -6, 15],
      ['bo', 'We can rehearse {#Cut-over} on **Thursday** if nobody closes the month that evening.', -2, 11],
      ['yuki', 'The old server answers the reports of the board until we turn it off. I would do that last.', -1, 17],
    ],
  },
  {
    project: 'Workshop in Lisbon',
    messages: [
      ['sefa', 'The third place has a skylight over every stand. I would rent it for that alone.', -12, 12],
      ['miles', 'The rent is fine, too. Six of seven papers are in; the seventh is about the coffee machine.', -4, 16],
    ],
  },
  {
    project: 'Customer portal',
    messages: [
      ['pam', 'Two weeks until we start. Please read the support mails before you read my scope.', -5, 9],
      ['lucia', 'Read them. Four of five ask where their order is. The first screen decides itself.', -4, 10],
    ],
  },
]

export const privateTalks: readonly { between: readonly [string, string]; messages: readonly Message[] }[] = [
  {
    between: ['pam', 'dev'],
    messages: [
      ['pam', 'Do you have room for the invoices’ layout this week? Two hours, I think.', -1, 14],
      ['dev', 'Friday, if the hero section behaves.', -1, 15],
      ['pam', 'Deal.', -1, 15],
    ],
  },
  {
    between: ['ann', 'hana'],
    messages: [
      ['hana', 'Twelve people want to be mechanics in Lisbon. Three of them can also make coffee.', -3, 10],
      ['ann', 'Then we start with those three. When can they begin?', -3, 11],
      ['hana', 'On the first of the month after next. I send the contracts tomorrow.', -1, 9],
    ],
  },
  {
    between: ['ann', 'pam'],
    messages: [
      ['ann', 'The board asks when the old accounting program goes. What do I tell them?', -2, 16],
      ['pam', 'After the end of the month. Bo rehearsed it twice, and both ways back work.', -2, 16],
    ],
  },
  {
    between: ['miles', 'elif'],
    messages: [
      ['elif', 'Could Jonas look at the holidays with me? It is a data question more than a design one.', -1, 10],
      ['miles', 'Yes. Take an hour tomorrow, both of you.', -1, 11],
    ],
  },
]

/** By the task's title. */
export const demoComments: Readonly<Record<string, readonly (readonly [who: string, text: string])[]>> = {
  'Landing page': [
    ['dana', 'Three variants: calm, loud, and one with a dog. The visitors’ eyes went to the dog, and then to the price.'],
    ['pam', 'Then the dog and the price stay, in that order.'],
  ],
  'Shop front': [
    ['bo', 'Stock per shop is stale for up to ten minutes. Is that all right, {@pam}?'],
    ['pam', 'Yes, if the page says when it was counted:\n\n> Counted at **10:40**. Call us before you ride across town.'],
    ['yuki', 'It says so now, and {#Search} shows the same time.'],
    [
      'pam',
      '{@dev}, these are the prices to test with. `price-list.csv` has the rest.\n\n| Bicycle | Price | Lisbon |\n| --- | ---: | :---: |\n| City 3 | €640 | ✓ |\n| Cargo | €2,390 | – |\n| Tandem | €1,180 | ✓ |',
    ],
  ],
  'Pictures for slow phones': [['dev', 'Measured between two tunnels: first picture after **0.9 s**, before it was ~~6.4 s~~.']],
  Search: [['yuki', 'Nothing found reads: “We found nothing. Perhaps call us? We like to talk.”']],
  'Price estimate': [
    ['jonas', 'The range covers 91 of 100 repairs of last year. The others were frames bent in ways we cannot see on photos.'],
    ['miles', 'Good enough. Say so in the one line.'],
  ],
  'Nearest workshop': [
    ['elif', 'Holidays differ by region. I use the public calendar of each and a list by hand for the two exceptions.'],
  ],
  Payment: [
    ['elif', 'The declined card shows the bank’s reason in English only.'],
    ['sefa', 'I would not show the bank’s words at all. “Your bank said no. Another card?” is enough.'],
  ],
  'Import of customers': [['lucia', '1,204 people existed twice. Eleven existed three times, and one of them was my uncle.']],
  'Import of invoices': [
    ['lucia', 'The two differences are explained in my note to accounting: a rounding, and a credit note booked twice in 2019.'],
    ['bo', 'Accounting signed it off.'],
  ],
  'Cut-over': [
    [
      'bo',
      'The run book has 31 steps, and each has a way back until step 27. The last ones:\n\n25. Stop the old server\n26. `billing-sync --final`\n27. Turn the addresses over\n28. Tell accounting, {@lucia}',
    ],
    ['pam', 'Then step 27 happens in daylight.'],
  ],
  Permits: [['sefa', 'The coffee machine counts as gastronomy. There is a form for exceptions.']],
  Rooms: [['jonas', 'The network cabinet fits under the stairs of the third place. Just.']],
}

type Update = { days: number; state: HealthState; text: string }

/** The managers' status updates by project, the oldest first. */
export const updates: Readonly<Record<string, readonly Update[]>> = {
  'Website relaunch': [
    { days: -16, state: 'on_track', text: 'The design system is published, and the landing page is in the text’s last round.' },
    {
      days: -2,
      state: 'at_risk',
      text: 'Search and contact form are live on the preview. Next week: the shop front with real prices. Three photos still wait for the sun.',
    },
  ],
  'Customer portal': [
    {
      days: -4,
      state: 'on_track',
      text: 'Five screens are agreed. The first one answers where the order is, which is what four of five customers ask.',
    },
  ],
  'Mobile app': [
    {
      days: -23,
      state: 'on_track',
      text: 'Booking works from the first tap to the price. Six riders tried it, and five came back.',
    },
    {
      days: -2,
      state: 'at_risk',
      text: 'The beta starts a week late: riders with gloves missed the buttons, so they were made larger. Payment is done but for the refund.',
    },
  ],
  'Billing migration': [
    { days: -18, state: 'on_track', text: 'All customers are imported. 1,204 of them were there twice, and are not any more.' },
    {
      days: -9,
      state: 'at_risk',
      text: 'Two sums differ from the old program. Lucia compares ten years of invoices to find them.',
    },
    {
      days: -2,
      state: 'late',
      text: 'Every invoice since 2016 is accounted for. We move the cut-over behind the end of the month, because accounting needs the old reports once more.',
    },
  ],
  'Workshop in Lisbon': [
    { days: -6, state: 'on_track', text: 'The contract for the third place is signed. Six of seven papers are with the city.' },
  ],
}
