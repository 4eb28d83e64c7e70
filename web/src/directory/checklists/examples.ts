import type { ChecklistKind, ChecklistTemplate } from 'contract'

/** Templates to begin with: the tasks of most workplaces when somebody joins or leaves. */
export const examples: Readonly<Record<ChecklistKind, Pick<ChecklistTemplate, 'name' | 'items'>>> = {
  joiner: {
    name: 'New colleague',
    items: [
      { title: 'Send the contract and file the signed copy', owner: 'hr', days: -14 },
      { title: 'Order a laptop and a key', owner: 'hr', days: -10 },
      { title: 'Plan the first week and name a buddy', owner: 'manager', days: -3 },
      { title: 'Show the office and introduce the team', owner: 'manager', days: 0 },
      { title: 'Enter bank details and an emergency contact', owner: 'person', days: 2 },
      { title: 'Read the guidelines on safety and data protection', owner: 'person', days: 7 },
      { title: 'Talk about the first month', owner: 'manager', days: 28 },
      { title: 'Decide about the end of the trial period', owner: 'hr', days: 150 },
    ],
  },
  leaver: {
    name: 'Farewell',
    items: [
      { title: 'Confirm the last day and the remaining leave in writing', owner: 'hr', days: -28 },
      { title: 'Agree on who takes over which work', owner: 'manager', days: -21 },
      { title: 'Write down what the successors need to know', owner: 'person', days: -7 },
      { title: 'Talk about what was good and what was not', owner: 'hr', days: -5 },
      { title: 'Return the laptop, keys and cards', owner: 'person', days: 0 },
      { title: 'Have the accounts and access rights closed', owner: 'manager', days: 0 },
      { title: 'Send the reference and the last payslip', owner: 'hr', days: 14 },
    ],
  },
}
