import { Alert, List } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Refused, Unreachable } from '../../api/call.ts'
import { fieldErrors, generalErrors, messageOf } from '../../api/messages.ts'
import { useUnsaved } from './unsaved.ts'

type Errors<Values> = Partial<Record<keyof Values & string, string | undefined>>

type Options<Values> = {
  initialValues: Values
  /** The first message of each field that is not right yet. */
  validate?: (values: Values) => Errors<Values>
  /** Does it. What it throws is shown on the form; the typed text stays. */
  submit: (values: Values) => Promise<unknown>
  /** When the server gives no reason. */
  fallback?: string
  /** When there is no answer, where that has words of its own. */
  unreachable?: string
}

/** A form whose answers may come from the server. Spread `field(name)` on inputs, and put them in `ServerForm`. */
export function useServerForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
  submit,
  fallback,
  unreachable,
}: Options<Values>) {
  const form = useForm<Values>({ initialValues })
  const [problems, setProblems] = useState<string[]>([])
  const [isPending, setIsPending] = useState(false)
  const [failures, setFailures] = useState(0)
  const ref = useRef<HTMLFormElement>(null)
  const busy = useRef<boolean>(false)
  useUnsaved(() => busy.current || form.isDirty())

  useEffect(() => {
    if (failures) showProblems(ref.current)
  }, [failures])

  const show = (errors: Record<string, string>, general: string[]) => {
    const known = Object.entries(errors).filter(([field]) => field in initialValues)
    const unknown = Object.entries(errors).flatMap(([field, message]) => (field in initialValues ? [] : [message]))
    form.setErrors(Object.fromEntries(known))
    setProblems([...general, ...unknown])
    setFailures((n) => n + 1)
  }

  const showError = (error: unknown) => {
    const body = error instanceof Refused && error.status !== 500 ? error.body : {}
    const errors = fieldErrors(body)
    const general = generalErrors(body)
    const isSilent = general.length === 0 && Object.keys(errors).length === 0
    const reason = error instanceof Unreachable && unreachable ? unreachable : messageOf(error, fallback)
    show(errors, isSilent ? [reason] : general)
  }

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy.current) return
    const wrong = Object.entries({ ...validate?.(form.values), ...mistypedDates(ref.current) }).filter(
      (entry): entry is [string, string] => Boolean(entry[1]),
    )
    if (wrong.length) return show(Object.fromEntries(wrong), [])
    busy.current = true
    setIsPending(true)
    form.clearErrors()
    setProblems([])
    try {
      await submit(form.values)
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
      setIsPending(false)
    }
  }

  // The library leaves the mark out of password inputs.
  const field: typeof form.getInputProps = (...asked) => {
    const props = form.getInputProps(...asked)
    return props.error ? { ...props, 'aria-invalid': true } : props
  }

  const clear = () => {
    form.clearErrors()
    setProblems([])
  }

  return {
    values: form.values,
    errors: form.errors,
    set: form.setFieldValue,
    field,
    isDirty: form.isDirty,
    reset: () => {
      form.reset()
      setProblems([])
    },
    clear,
    problems,
    isPending,
    onSubmit,
    ref,
  }
}

/** The first field that is wrong takes the focus. The button that was pressed lost it while the answer was awaited. */
function showProblems(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (field) return field.focus()
  const problems = form?.querySelector<HTMLElement>('[role="alert"]')
  if (form?.contains(document.activeElement)) problems?.scrollIntoView({ block: 'nearest' })
  else problems?.focus()
}

/** Text that is no date has no value, and an earlier one would be sent in its place. */
const mistypedDates = (form: HTMLFormElement | null) =>
  Object.fromEntries(
    [...(form?.querySelectorAll('input') ?? [])].flatMap(({ dataset: { path }, validity, validationMessage }) =>
      path && validity.customError ? [[path, validationMessage]] : [],
    ),
  )

type Bound = Pick<ReturnType<typeof useServerForm>, 'problems' | 'onSubmit' | 'ref'>
type Props = { form: Bound; children: ReactNode; className?: string; 'aria-label'?: string }

/** The form element, with what concerns the whole of it above the fields. */
export const ServerForm = ({ form, children, ...rest }: Props) => (
  <form ref={form.ref} noValidate onSubmit={(event) => void form.onSubmit(event)} {...rest}>
    <Problems of={form.problems} />
    {children}
  </form>
)

/** General errors in red, announced at once. */
export const Problems = ({ of: problems }: { of: readonly string[] }) =>
  problems.length > 0 && (
    <Alert role="alert" tabIndex={-1} color="red" variant="light" icon={<IconAlertCircle size={18} />} mb={16}>
      {problems.length === 1 ? (
        problems[0]
      ) : (
        <List size="sm">
          {problems.map((p) => (
            <List.Item key={p}>{p}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
