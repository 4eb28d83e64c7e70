// Turns the items of a file into tasks and subtasks. The dry run shows what the import then writes, so both use this.
import type { DateOrder, ImportPlan, Priority, Status } from 'contract'
import { type DateReading, dayIn, momentIn, noonOf, orderIn, readDate } from './dates.ts'
import { type KnownLabel, Labels, type Member, People } from './matches.ts'
import { counted, type ImportSource, type Item } from './source.ts'
import { readStatus } from './statuses.ts'
import { commentTextOf, descriptionOf, titleOf } from './texts.ts'
import { type Numbered, placesOf, shortened } from './tree.ts'
import { isResolution, readFinished, readHours, readPriority } from './values.ts'

/** A task, or a subtask of the draft or the existing task that it names. */
export type Draft = {
  external_id: string
  row_key: string | null
  parent: { draft: Draft } | { task_id: number } | null
  title: string
  description: string
  status: Status
  priority: Priority
  due_date: string | null
  done_at: string | null
  assigned_to_id: number | null
  estimated_hours: number | null
  label_ids: number[]
  comments: string[]
}

export type Choices = {
  date_order?: DateOrder | undefined
  statuses: readonly { name: string; status: Status }[]
}

/** The task of a row that was imported before, which may be the row itself; null if the task has been deleted. */
type KnownRow = { task_id: number | null; isSubtask: boolean }

/** The workspace that the file meets. `known`: the rows that were imported before, by their names. */
export type Surroundings = {
  timezone: string
  members: readonly Member[]
  labels: readonly KnownLabel[]
  known: ReadonlyMap<string, KnownRow>
}

const mostProblems = 100
const mostExamples = 8

export function planImport(source: ImportSource, numbered: readonly Numbered[], choices: Choices, surroundings: Surroundings) {
  const drafting = new Drafting(source, numbered, choices, surroundings)
  return { drafts: drafting.drafts, plan: drafting.plan }
}

type Upwards = { circle: 'itself' | 'others' | undefined; above: Draft | undefined; name: string | undefined }

class Drafting {
  readonly drafts: Draft[] = []
  readonly #source: ImportSource
  readonly #surroundings: Surroundings
  readonly #people: People
  readonly #labels: Labels
  readonly #chosen: ReadonlyMap<string, Status>
  readonly #statuses = new Map<string, { count: number; status: Status }>()
  readonly #dates: ReturnType<typeof orderIn>
  readonly #reading: DateReading
  readonly #today: string
  readonly #problems: ImportPlan['problems'] = []
  #problemCount = 0
  readonly #leftOut = new Set<string>()
  readonly #counts = { known: 0, left_out: 0, nested: 0, epics: 0, subtaskLabels: 0, estimates: 0 }

  constructor(source: ImportSource, numbered: readonly Numbered[], choices: Choices, surroundings: Surroundings) {
    this.#source = source
    this.#surroundings = surroundings
    this.#people = new People(surroundings.members)
    this.#labels = new Labels(surroundings.labels)
    this.#chosen = new Map(choices.statuses.map(({ name, status }) => [name, status]))
    const dated = orderIn(numbered.flatMap(({ item: { due_date, done_at } }) => [due_date, done_at]))
    this.#dates = { ...dated, order: choices.date_order ?? dated.order }
    this.#reading = { order: this.#dates.order, timezone: surroundings.timezone }
    this.#today = dayIn(surroundings.timezone)
    const titled = numbered.filter((each) => this.#hasTitle(each))
    for (const { item } of titled)
      if (item.status) {
        const status = this.#chosen.get(item.status) ?? readStatus(item.category) ?? readStatus(item.status) ?? 'todo'
        const entry = this.#statuses.get(item.status) ?? { count: 0, status }
        this.#statuses.set(item.status, { ...entry, count: entry.count + 1 })
      }
    this.#draftAll(titled)
  }

  #hasTitle({ item }: Numbered) {
    if (titleOf(item.title).text) return true
    this.#counts.left_out++
    for (const id of item.ids) this.#leftOut.add(shortened(id))
    if (this.#hasTitles) this.#report(item, 'It has no title, so it is left out.')
    return false
  }

  get #hasTitles() {
    const { columns } = this.#source
    return columns.length === 0 || columns.some(({ field }) => field === 'title')
  }

  #draftAll(titled: readonly Numbered[]) {
    const places = placesOf(titled.map(({ item }) => item))
    const drafts = new Map<number, Draft>()
    /** Drafts an item after its parent, which may stand below it. Undefined for one that is known. */
    const draftOf = (index: number): Draft | undefined => {
      const [each, place, made] = [titled[index], places[index], drafts.get(index)]
      if (made || !each || !place || this.#surroundings.known.has(each.name)) return made
      const above = place.parent === undefined ? undefined : draftOf(place.parent)
      const name = place.parent === undefined ? place.outside && shortened(place.outside) : titled[place.parent]?.name
      const draft = this.#draft(each, this.#parentOf(each, { circle: place.circle, above, name }))
      drafts.set(index, draft)
      return draft
    }
    for (const index of titled.keys()) if (!draftOf(index)) this.#counts.known++
    this.drafts.push(...[...drafts].sort(([a], [b]) => a - b).map(([, draft]) => draft))
  }

  /** `above` is its parent if that is new, `name` the name of its parent. */
  #parentOf({ item }: Numbered, { circle, above, name }: Upwards): Draft['parent'] {
    if (circle === 'itself') this.#report(item, 'It names itself as its parent, so it becomes a task.')
    if (circle === 'others') this.#report(item, 'It is its own parent by way of others, so it becomes a task.')
    if (item.parent && !item.mayBeSubtask) this.#counts.epics++
    if (above) {
      if (above.parent) this.#counts.nested++
      return above.parent ?? { draft: above }
    }
    if (name === undefined) return null
    const known = this.#surroundings.known.get(name)
    if (known?.task_id) {
      if (known.isSubtask) this.#counts.nested++
      return { task_id: known.task_id }
    }
    const reason = known
      ? 'Its parent was imported before and deleted since'
      : this.#leftOut.has(name)
        ? 'Its parent has no title and is left out'
        : 'Its parent is not in the file'
    this.#report(item, `${reason}, so it becomes a task.`)
    return null
  }

  #draft({ item, external_id, row_key }: Numbered, parent: Draft['parent']): Draft {
    const title = titleOf(item.title)
    const description = descriptionOf(title.isWhole ? item.description : `${item.title.trim()}\n\n${item.description}`)
    if (!title.isWhole) this.#report(item, 'Its title is too long. All of it is in the description.')
    if (!description.isWhole) this.#report(item, 'Its description is too long and ends early.')
    const status = this.#statusOf(item)
    const done_at = this.#doneAtOf(item)
    const member = this.#people.match(item.people)
    return {
      ...{ external_id, row_key, parent },
      title: title.text,
      description: description.text,
      status,
      priority: this.#priorityOf(item),
      due_date: this.#dueDateOf(item),
      done_at: status === 'done' ? done_at : null,
      assigned_to_id: member?.id ?? null,
      estimated_hours: this.#hoursOf(item, parent !== null),
      label_ids: this.#labelsOf(item, parent !== null),
      comments: this.#commentsOf(item, parent !== null && title.text),
    }
  }

  #priorityOf(item: Item): Priority {
    const priority = readPriority(item.priority)
    if (!priority && item.priority) this.#report(item, `“${short(item.priority)}” is no priority that we know, so it is medium.`)
    return priority ?? 'medium'
  }

  #dueDateOf(item: Item) {
    const date = item.due_date ? readDate(item.due_date, this.#reading) : null
    if (date === undefined) this.#report(item, `“${short(item.due_date)}” is no date, so it has no due date.`)
    return date === 'open' ? null : (date ?? null)
  }

  /** The tool's own word counts more than the name of a status, and what it calls open is not finished. */
  #statusOf(item: Item): Status {
    const category = readStatus(item.category)
    if (item.is_done || ((category ?? 'done') === 'done' && this.#isFinished(item))) return 'done'
    return this.#chosen.get(item.status) ?? category ?? this.#statuses.get(item.status)?.status ?? 'todo'
  }

  #isFinished({ done_at, resolution }: Item) {
    const finished = readFinished(done_at)
    return finished === 'date' ? this.#readDoneAt(done_at) !== 'future' : finished || isResolution(resolution)
  }

  #readDoneAt(done_at: string) {
    const date = readDate(done_at, this.#reading)
    return date && date !== 'open' && date > this.#today ? 'future' : date
  }

  /** Around noon: the hour is lost. Null if the day is not known, so that the work counts as finished in no week. */
  #doneAtOf(item: Item) {
    const finished = readFinished(item.done_at)
    if (finished === undefined) this.#report(item, `“${short(item.done_at)}” is no date, so it has no date of completion.`)
    const date = finished === 'date' ? this.#readDoneAt(item.done_at) : undefined
    if (!date || date === 'open' || date === 'future') return null
    const [at, now] = [noonOf(date, this.#surroundings.timezone), new Date().toISOString()]
    return at > now ? now : at
  }

  #hoursOf(item: Item, isSubtask: boolean) {
    const hours = readHours(item.estimated_hours)
    if (hours === undefined) this.#report(item, `“${short(item.estimated_hours)}” is no number of hours, so it has no estimate.`)
    if (hours && !isSubtask) this.#counts.estimates++
    return (isSubtask && hours) || null
  }

  #labelsOf(item: Item, isSubtask: boolean) {
    if (!isSubtask) return this.#labels.match(item.labels)
    if (item.labels.flat().some((label) => label.trim())) this.#counts.subtaskLabels++
    return []
  }

  /** With their author and time in the text: nobody else's name may stand over what this person writes. */
  #commentsOf(item: Item, subtask: string | false) {
    return item.comments.flatMap(({ author, at, text }) => {
      const on = subtask ? `On “${subtask}”` : ''
      const who =
        author || at ? `${author || 'Somebody'} wrote${at ? ` on ${momentIn(at, this.#surroundings.timezone)}` : ''}` : ''
      const head = on && who ? `${on}, ${who}` : on || who
      const written = commentTextOf(head ? `${head}:\n\n${text}` : text)
      if (!written.isWhole) this.#report(item, 'A comment is too long and ends early.')
      return text.trim() && written.text ? written.text : []
    })
  }

  #report({ place }: Item, message: string) {
    this.#problemCount++
    if (this.#problems.length < mostProblems) this.#problems.push({ place: short(place), message })
  }

  get #comments() {
    return this.drafts.reduce((sum, { comments }) => sum + comments.length, 0)
  }

  /** Each task before its subtasks. */
  get #inTree() {
    const subtasksOf = Map.groupBy(this.drafts, ({ parent }) => (parent && 'draft' in parent ? parent.draft : null))
    const tops = this.drafts.filter(({ parent }) => !(parent && 'draft' in parent))
    return tops.flatMap((draft) => [draft, ...(subtasksOf.get(draft) ?? [])])
  }

  get plan(): ImportPlan {
    const { known, left_out } = this.#counts
    const subtasks = this.drafts.filter(({ parent }) => parent).length
    const nameOf = new Map(this.#surroundings.members.map(({ id, full_name }) => [id, full_name]))
    return {
      format: this.#source.format,
      tasks: this.drafts.length - subtasks,
      subtasks,
      comments: this.#comments,
      known,
      left_out,
      columns: this.#source.columns,
      statuses: [...this.#statuses].map(([name, entry]) => ({ name, ...entry })),
      dates: this.#dates,
      people: this.#people.found,
      labels: this.#labels.found,
      examples: this.#inTree.slice(0, mostExamples).map(({ title, parent, status, priority, due_date, assigned_to_id }) => ({
        title,
        parent: parent && 'draft' in parent ? parent.draft.title : null,
        status,
        priority,
        due_date,
        assignee: nameOf.get(assigned_to_id ?? 0) ?? null,
      })),
      problems: this.#problems,
      problem_count: this.#problemCount,
      notes: this.#notes(),
    }
  }

  #notes() {
    const { nested, epics, subtaskLabels, estimates } = this.#counts
    return [
      ...(this.#hasTitles ? [] : ['Choose the column that has the titles.']),
      ...this.#source.notes,
      ...counted(epics, '1 issue of an epic becomes a task of its own.', 'issues of epics become tasks of their own.'),
      ...counted(nested, '1 subtask of a subtask moves up to the task.', 'subtasks of subtasks move up to their tasks.'),
      ...counted(
        subtaskLabels,
        '1 subtask has labels. They are left out: a subtask shows those of its task.',
        'subtasks have labels. They are left out: a subtask shows those of its task.',
      ),
      ...counted(
        estimates,
        '1 task has an estimate. It is left out: only subtasks have one.',
        'tasks have an estimate. It is left out: only subtasks have one.',
      ),
      ...(this.#comments ? ['Comments are added in your name, and begin with who wrote them and when.'] : []),
    ]
  }
}

const short = (text: string) => (text.length > 80 ? `${[...text.slice(0, 160)].slice(0, 79).join('')}…` : text)
