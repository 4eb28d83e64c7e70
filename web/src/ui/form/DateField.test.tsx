import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DateField } from './DateField.tsx'
import { ServerForm, useServerForm } from './form.tsx'

afterEach(cleanup)

const submit = vi.fn(async (_body: unknown) => {})
const dueDateForm = { blank: { due_date: '' }, toBody: (values: { due_date: string }) => values, problems: () => ({}) }

function Form({ due_date = '' }: { due_date?: string }) {
  const form = useServerForm({ form: dueDateForm, start: { due_date }, submit: (body) => submit(body) })
  return (
    <ServerForm form={form}>
      <DateField label="Due Date" today="2026-11-22" min="2026-11-22" {...form.field('due_date')} />
      <button type="submit">Save</button>
    </ServerForm>
  )
}

function openForm(due_date?: string) {
  submit.mockClear()
  render(
    <MantineProvider env="test">
      <Form {...(due_date && { due_date })} />
    </MantineProvider>,
  )
  return screen.getByLabelText<HTMLInputElement>('Due Date')
}
const openCalendar = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
  return screen.findByRole('dialog')
}

describe('a date is typed', () => {
  test('as the API writes it, and sent without leaving the field', async () => {
    await userEvent.type(openForm(), '2026-12-24{Enter}')
    expect(submit).toHaveBeenCalledExactlyOnceWith({ due_date: '2026-12-24' })
  })

  test('in any of the accepted forms, and shown as on the pages once the field is left', async () => {
    const field = openForm()
    await userEvent.type(field, '24.12.2026')
    await userEvent.tab()
    expect(field.value).toBe('24 Dec 2026')
  })

  test('and emptied, which sends none', async () => {
    const field = openForm('2026-12-24')
    expect(field.value).toBe('24 Dec 2026')
    await userEvent.clear(field)
    await userEvent.keyboard('{Enter}')
    expect(submit).toHaveBeenCalledExactlyOnceWith({ due_date: '' })
  })

  test('and what is no date is not sent: the field says so, and keeps the text', async () => {
    const field = openForm('2026-12-24')
    await userEvent.clear(field)
    await userEvent.type(field, '05/06/2026{Enter}')
    expect(submit).not.toHaveBeenCalled()
    expect(screen.getByText('Enter a date such as 22 Nov 2026.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.value).toBe('05/06/2026')
  })
})

describe('a date is chosen from the calendar', () => {
  test('which opens at the date in the field, and gives the focus back', async () => {
    const field = openForm('2027-02-03')
    await openCalendar()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('3 February 2027')
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(field.value).toBe('04 Feb 2027')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Open calendar'))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(submit).toHaveBeenCalledExactlyOnceWith({ due_date: '2027-02-04' })
  })

  test('where days before the first that makes sense can not be chosen', async () => {
    openForm()
    await openCalendar()
    expect(screen.getByLabelText<HTMLButtonElement>('21 November 2026').disabled).toBe(true)
    expect(screen.getByLabelText('22 November 2026').getAttribute('aria-current')).toBe('date')
  })

  test('and which opens at the first day that can, where the date in the field is an earlier one', async () => {
    const field = openForm('2025-02-03')
    await openCalendar()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('22 November 2026')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(field.value).toBe('29 Nov 2026')
  })

  test('or cleared there', async () => {
    const field = openForm('2027-02-03')
    await openCalendar()
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(field.value).toBe('')
  })
})
