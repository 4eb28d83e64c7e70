import { Alert } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Refused, Unreachable } from '../../api/call.ts'
import { fieldErrors, generalErrors, messageOf } from '../../api/messages.ts'
import { changed, type Form } from './formValue.ts'
import { changedTextsIn, TextConflict } from './TextConflict.tsx'
import { useUnsaved } from './unsaved.ts'

type Texts = Record<string, string>

type Messages = {
  /** When the server gives no reason. */
  fallback?: string | undefined
  /** When the server does not answer, if the form has its own words for that. */
  unreachable?: string | undefined
}
type Options<Values, Body, Context> = Messages & {
  form: Form<Values, Body, Context>
  /** The form's blank values where absent. Later renders do not change it. */
  start?: Values
  /** The stored texts that the person changes. One that is another by now is shown, and not replaced without their choice. */
  texts?: { readonly [Field in keyof Values]?: string } | undefined
  /** Sends the body. `changes` is the part of it that differs from the start. A rejection is shown on the form, and the typed text stays. */
  submit: (body: Body, changes: Partial<Body> & { edited_from?: Texts }) => Promise<unknown>
} & (undefined extends Context ? { context?: Context } : { context: Context })

/** A form whose answers may come from the server. Spread `field(name)` on inputs, and put them in `ServerForm`. */
export function useServerForm<Values extends Record<string, unknown>, Body extends object, Context>({
  form: { blank, toBody, problems: problemsOf },
  start = blank,
  context,
  texts = {},
  submit,
  ...messages
}: Options<Values, Body, Context>) {
  const form = useForm<Values>({ initialValues: start })
  const [before] = useState(start)
  const [isPending, setIsPending] = useState(false)
  const { ref, problems, show, showRefusal, clear } = useProblems(form, messages)
  const { editedFrom, conflicts, showConflicts, resolve } = useConflicts<Values>(texts)
  const isSending = useRef<boolean>(false)
  useUnsaved(() => isSending.current || form.isDirty())

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending.current) return
    const wrong = Object.entries({ ...problemsOf(form.values, context as Context), ...mistypedDates(ref.current) }).filter(
      (entry): entry is [string, string] => Boolean(entry[1]),
    )
    if (wrong.length) return show(Object.fromEntries(wrong), [])
    isSending.current = true
    setIsPending(true)
    clear()
    try {
      const body = toBody(form.values)
      await submit(body, { ...changed(body, toBody(before)), ...editedFrom(body) })
    } catch (error) {
      if (!showConflicts(error)) showRefusal(error)
    } finally {
      isSending.current = false
      setIsPending(false)
    }
  }

  // Mantine's PasswordInput does not set `aria-invalid` itself.
  const field: typeof form.getInputProps = (...path) => {
    const props = form.getInputProps(...path)
    return props.error ? { ...props, 'aria-invalid': true } : props
  }
  const reset = () => {
    form.reset()
    clear()
  }
  const { values, errors, setFieldValue: set, isDirty } = form
  const conflicting = conflicts.map(([name, theirs]) => ({
    ...{ name, theirs },
    keepMine: () => resolve(name, theirs),
    keepTheirs() {
      set(name as Parameters<typeof set>[0], theirs as never)
      resolve(name, theirs)
    },
  }))
  return { values, errors, set, field, isDirty, reset, clear, problems, conflicting, isPending, onSubmit, ref }
}

/** The texts that the person began with, and those that somebody else has changed meanwhile. */
function useConflicts<Values>(start: { readonly [Field in keyof Values]?: string }) {
  const [texts, setTexts] = useState<Texts>(() => ({ ...(start as Texts) }))
  const [conflicts, setConflicts] = useState<Texts>({})
  return {
    conflicts: Object.entries(conflicts),
    editedFrom(body: object) {
      const edited = Object.entries(texts).filter(([name, text]) => (body as Texts)[name] !== text)
      return edited.length > 0 ? { edited_from: Object.fromEntries(edited) } : {}
    },
    showConflicts(error: unknown) {
      const changedTexts = changedTextsIn(error)
      setConflicts(changedTexts ?? {})
      return changedTexts !== undefined
    },
    resolve(name: string, theirs: string) {
      setTexts((last) => ({ ...last, [name]: theirs }))
      setConflicts(({ [name]: _, ...others }) => others)
    },
  }
}

/** The messages beside the fields, and `problems` for the form as a whole. Whenever some are shown, the first takes the focus. */
function useProblems<Values extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<Values>, 'setErrors' | 'clearErrors' | 'getInitialValues'>,
  { fallback, unreachable }: Messages,
) {
  const [problems, setProblems] = useState<string[]>([])
  const [failures, setFailures] = useState(0)
  const ref = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (failures) focusProblem(ref.current)
  }, [failures])

  const show = (errors: Record<string, string>, general: string[]) => {
    const isField = ([field]: [string, string]) => field in form.getInitialValues()
    const entries = Object.entries(errors)
    form.setErrors(Object.fromEntries(entries.filter(isField)))
    setProblems([...general, ...entries.filter((entry) => !isField(entry)).map(([, message]) => message)])
    setFailures((n) => n + 1)
  }
  const showRefusal = (error: unknown) => {
    const body = error instanceof Refused && error.status !== 500 ? error.body : {}
    const errors = fieldErrors(body)
    const general = generalErrors(body)
    const isSilent = general.length === 0 && Object.keys(errors).length === 0
    const reason = error instanceof Unreachable && unreachable ? unreachable : messageOf(error, fallback)
    show(errors, isSilent ? [reason] : general)
  }
  const clear = () => {
    form.clearErrors()
    setProblems([])
  }
  return { ref, problems, show, showRefusal, clear }
}

/** Focuses the first wrong field, else the general problems if the pressed button has lost the focus while it was loading. */
function focusProblem(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (field) return field.focus()
  const problems = form?.querySelector<HTMLElement>('[role="alert"]')
  if (form?.contains(document.activeElement)) problems?.scrollIntoView({ block: 'nearest' })
  else problems?.focus()
}

/** The messages of date fields whose text is no date: their value is an earlier one, which must not be sent. */
const mistypedDates = (form: HTMLFormElement | null) =>
  Object.fromEntries(
    [...(form?.querySelectorAll('input') ?? [])].flatMap(({ dataset: { path }, validity, validationMessage }) =>
      path && validity.customError ? [[path, validationMessage]] : [],
    ),
  )

type Conflict = ComponentProps<typeof TextConflict>
type Bound = {
  problems: string[]
  conflicting: readonly Conflict[]
  onSubmit: (event: FormEvent) => Promise<void>
  ref: RefObject<HTMLFormElement | null>
}
type Props = { form: Bound; children: ReactNode; className?: string; 'aria-label'?: string }

/** The form element, with its general problems above the fields. */
export const ServerForm = ({ form, children, ...rest }: Props) => (
  <form ref={form.ref} noValidate onSubmit={(event) => void form.onSubmit(event)} {...rest}>
    <Problems of={form.problems} />
    {form.conflicting.map((conflict) => (
      <TextConflict key={conflict.name} {...conflict} />
    ))}
    {children}
  </form>
)

/** General errors in red, announced at once. */
export const Problems = ({ of: problems }: { of: readonly string[] }) =>
  problems.length > 0 && (
    <Alert role="alert" tabIndex={-1} color="red" variant="light" icon={<IconAlertCircle size={18} />} mb="md">
      {problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
    </Alert>
  )
