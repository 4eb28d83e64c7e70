import path from 'node:path'
import type { Rolldown } from 'vite'

// How the build groups modules into files: by who uses them. Few large files load and compress better than the hundred small
// ones of the default, and a page loads hardly anything that it does not use.

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1]
type Users = ReadonlySet<string>

const main = path.join(import.meta.dirname, 'src/main.tsx')
/** The landing page's script, which must not load the app. */
const landing = path.join(import.meta.dirname, 'src/landing/enhance.ts')
const framework = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//
const guestPage = /\/src\/(session|signup)\/(Login|SignUp|SetPassword)\.tsx$/
const managerPage = /\/src\/dashboards\/ProjectPage\.tsx$/
const page = /\/src\/(session|signup|billing|dashboards)\/\w+\.tsx$/
/** These pages are large, or few people see them. */
const apart =
  /\/src\/(session|signup|billing|landing|description|dashboards\/(SuperAdmin|Import|Profile|SystemHealth|Time|People|Leave|HrPages|Workload|Recruiting)|ui\/form\/Calendar|tasks\/charts|files\/viewer|profile\/Unsubscribe)/
/** The tenant admin's pages, which nobody else loads. */
const adminPage = /\/src\/dashboards\/(TenantAdmin|Tool|Settings|Billing|SecurityLog)\w+\.tsx$/
/** Parts of a page that show, take and send files. Most pages need none. */
const ofFiles = /\/src\/(files\/\w+|tasks\/page\/FileList)\.tsx?$/
/** Shows a text with Markdown, and what it names. Most texts need nothing of it. */
const ofTexts = /\/src\/(ui\/text\/markdown\/Rendered|live\/references)\.tsx?$/
/** The tools for writing. They load when somebody begins to write. */
const ofWriting = /\/src\/ui\/form\/markdown\/\w+\.tsx?$/
/** Shows histories. They load when the page is there, or when one is opened. */
const ofHistory = /\/src\/history\/\w+\.tsx$/
/** The pages of time, and what shows time on others. They load when the page is there, or when one is opened. */
const ofTime = /\/src\/(time\/(\w+\/)?\w+|dashboards\/TimePages)\.tsx$/
/** The pages of leave, and what shows leave on others. They load when the page is there, or when one is opened. */
const ofLeave = /\/src\/(leave\/(\w+\/)?\w+|dashboards\/(LeavePages|HrPages))\.tsx$/
/** Shows capacities, and asks about work that is due while somebody is away. It loads when the page is there. */
const ofCapacity = /\/src\/capacity\/\w+\.tsx$/
/** The page of the workload, and what shows it on the dashboard. */
const ofWorkload = /\/src\/(workload\/\w+|dashboards\/WorkloadPage)\.tsx$/
/** The pages of recruiting, and what shows interviews and hires on dashboards. */
const ofRecruiting = /\/src\/(recruiting\/(\w+\/)?\w+|dashboards\/RecruitingPages)\.tsx$/
/** HR's pages, and what shows its checklists on dashboards. */
const ofHr = /\/src\/(dashboards\/HrPages|directory\/checklists\/OwnItems)\.tsx$/
/** Draws charts, with a large library. It loads where somebody looks at one. */
const ofCharts = /\/src\/(hr\/Charts|tasks\/charts\/ChartsView)\.tsx$/
/** Chooses days in a calendar. It loads when one is opened. */
const ofCalendars = /\/src\/(ui\/form\/Calendar|leave\/own\/RequestDialog)\.tsx$/
/** These modules talk to passkeys. */
const ofPasskeys = /\/src\/(session\/SecondStep|second-factor\/dialogs)\.tsx?$/
/** Every page after the log-in loads these. */
const always = /\/src\/(dashboards\/Live|ui\/feedback\/Overlays)\.tsx$/
/** Modules that only pass on the exports of others, which the build follows. */
const barrel = /(@mantine\/\w+\/esm\/index|tabler-icons-react)\.mjs$/

const files = [
  'shared',
  'framework',
  'app',
  'forms',
  'guests',
  'work',
  'tasks',
  'pages',
  'tools',
  'files',
  'texts',
  'writing',
  'history',
  'time',
  'leave',
  'capacity',
  'workload',
  'recruiting',
  'passkeys',
  'charts',
  'calendars',
  'dialogs',
] as const

/** The file of a module, by the pages and the later loaded parts that use it. Undefined where only one does, which it then joins. */
function fileOf(id: string, users: Users = new Set()): (typeof files)[number] | undefined {
  // The HTML files, too, are modules. What the entry awaits at its top level must not import the entry's file.
  if (users.size === 0 || id === main) return undefined
  if (framework.test(id)) return 'framework'
  if (users.has(landing)) return users.has(main) ? 'shared' : undefined
  if (users.has(main)) return 'app'
  const all = [...users]
  const isUsedBy = (kind: RegExp) => all.some((user) => kind.test(user))
  if (all.length < 2 && isUsedBy(apart) && !isUsedBy(guestPage)) return undefined
  if (all.every((user) => adminPage.test(user))) return 'tools'
  if (all.every((user) => ofFiles.test(user))) return 'files'
  if (all.every((user) => ofPasskeys.test(user))) return all.length > 1 ? 'passkeys' : undefined
  if (all.every((user) => ofCharts.test(user))) return all.length > 1 ? 'charts' : undefined
  if (all.every((user) => ofCalendars.test(user))) return all.length > 1 ? 'calendars' : undefined
  if (all.every((user) => ofWriting.test(user))) return all.length > 1 ? 'writing' : undefined
  if (all.every((user) => ofTime.test(user))) return all.length > 1 ? 'time' : undefined
  if (all.every((user) => ofRecruiting.test(user))) return all.length > 1 ? 'recruiting' : undefined
  if (all.every((user) => ofLeave.test(user))) return all.length > 1 ? 'leave' : undefined
  // The pages of leave use the same words.
  if (isUsedBy(ofCapacity) && all.every((user) => ofCapacity.test(user) || ofLeave.test(user)))
    return all.length > 1 ? 'capacity' : undefined
  if (all.every((user) => ofWorkload.test(user))) return all.length > 1 ? 'workload' : undefined
  if (all.every((user) => ofHr.test(user))) return undefined
  if (all.every((user) => ofHistory.test(user))) return all.length > 1 ? 'history' : undefined
  const few = [adminPage, ofTime, ofLeave, ofWorkload, ofRecruiting, ofHr]
  const pages = all.filter((user) => page.test(user) && !few.some((kind) => kind.test(user))).length
  if (isUsedBy(guestPage)) {
    if (isUsedBy(managerPage)) return 'app'
    return all.every((user) => guestPage.test(user)) ? 'guests' : 'forms'
  }
  if (isUsedBy(always) || (isUsedBy(managerPage) && pages > 2) || (id.endsWith('.css') && (pages > 0 || isUsedBy(managerPage))))
    return 'work'
  if (isUsedBy(managerPage)) return 'tasks'
  const isUsedByPages = all.some((user) => page.test(user) && !apart.test(user))
  if (isUsedByPages || pages > 0) return 'pages'
  return isUsedBy(ofTexts) ? 'texts' : 'dialogs'
}

/** The entry and the lazily loaded modules, each with itself and all that it imports. */
function usersOf(context: Context) {
  const users = new Map<string, Set<string>>()
  const roots = new Set([main, landing])
  for (const root of roots) {
    const visit = (id: string) => {
      const known = users.get(id) ?? new Set()
      if (known.has(root)) return
      users.set(id, known.add(root))
      for (const lazy of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) roots.add(lazy)
      for (const imported of importsOf(id, context)) visit(imported)
    }
    visit(root)
  }
  return users
}

function importsOf(id: string, context: Context) {
  const info = context.getModuleInfo(id)
  return (info?.importedIds ?? []).flatMap((imported) =>
    barrel.test(imported) ? namesIn(info?.code ?? '').flatMap((name) => exportsOf(imported, context).get(name) ?? []) : imported,
  )
}

/** The names that a module imports from packages. */
const namesIn = (code: string) =>
  [...code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["'][^.]/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
  )

const barrels = new Map<string, ReadonlyMap<string, string>>()

/** The module of each name that a barrel exports. */
function exportsOf(id: string, context: Context) {
  const known = barrels.get(id)
  if (known) return known
  const code = context.getModuleInfo(id)?.code ?? ''
  const found = [...code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(
    ([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim().split(' ').at(-1) ?? '', path.resolve(path.dirname(id), from)] as const),
  )
  const exported = new Map(found)
  barrels.set(id, exported)
  return exported
}

let users: ReturnType<typeof usersOf> | undefined

export const chunkGroups: Rolldown.CodeSplittingGroup[] = files.map((file, index) => ({
  name(id, context) {
    users ??= usersOf(context)
    return fileOf(id, users.get(id)) === file ? file : null
  },
  // What a module imports joins its file, unless a file before it has it.
  priority: files.length - index,
}))
