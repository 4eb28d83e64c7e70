import { api, type Me, type Role, workspaceRoles } from 'contract'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'
import { ownPath } from './api/call.ts'
import { type ReadContext, readOf } from './api/data.ts'
import { wholeOf } from './api/pages.ts'
import { startOf } from './session/session.ts'
import { idle } from './ui/idle.ts'

type Who =
  | 'everyone'
  /** Logged-in people with one of the roles; with `even_unpaid` also while their workspace is paused. */
  | { roles: 'signed_in' | readonly Role[]; even_unpaid?: true; even_without_second_factor?: true }
  /** People who are not logged in. Others are redirected to `elseTo`. */
  | { elseTo: (me: Me, wanted?: string) => string }

export type Screen = {
  path: string
  /** The addresses that are meant, where the path matches others as well. */
  form?: RegExp
  who: Who
  page: Page
  /** The reads that the page starts with. */
  reads?: (params: Params) => readonly Read[]
}
type Params = Readonly<Record<string, string | undefined>>
type Read = { queryKey: readonly unknown[]; queryFn: (context: ReadContext) => Promise<unknown> }
export type Page = {
  load: () => Promise<unknown>
  /** Suspends until the page's code has been fetched. */
  component: () => ComponentType
}

function page<Name extends string>(fetchModule: () => Promise<Record<Name, ComponentType>>, name: Name): Page {
  let fetched: ComponentType | undefined
  const load = async () => {
    fetched ??= (await fetchModule())[name]
    return { default: fetched }
  }
  const whenFetched = lazy<ComponentType>(load)
  return { load, component: () => fetched ?? whenFetched }
}

const projectReads = ({ projectId = '' }: Params) => [
  readOf(api.projects.get, { params: { project_id: projectId } }),
  wholeOf(api.tasks.list, { query: { project: projectId } }),
]
const taskReads = ({ taskId = '' }: Params) => [readOf(api.tasks.get, { params: { task_id: taskId } })]

/** Every path with its page and audience. A page's code is fetched when it is first opened. */
export const screens: readonly Screen[] = [
  { path: '/', who: { elseTo: () => '/login' }, page: page(() => import('./landing/Home.tsx'), 'Home') },
  ...['/privacy', '/terms', '/support'].map(
    (path): Screen => ({ path, who: 'everyone', page: page(() => import('./landing/Home.tsx'), 'Elsewhere') }),
  ),
  { path: '/login', who: { elseTo: afterLogin }, page: page(() => import('./session/Login.tsx'), 'Login') },
  { path: '/signup', who: { elseTo: () => '/not-found' }, page: page(() => import('./signup/SignUp.tsx'), 'SignUp') },
  { path: '/api-docs', who: 'everyone', page: page(() => import('./description/ApiDocs.tsx'), 'ApiDocs') },
  { path: '/set-password/:uid?/:token?', who: 'everyone', page: page(() => import('./session/SetPassword.tsx'), 'SetPassword') },
  { path: '/unsubscribe/:token', who: 'everyone', page: page(() => import('./profile/Unsubscribe.tsx'), 'Unsubscribe') },
  {
    path: '/second-factor',
    who: { roles: 'signed_in', even_unpaid: true, even_without_second_factor: true },
    page: page(() => import('./second-factor/SecondFactorMissing.tsx'), 'SecondFactorMissing'),
  },
  {
    path: '/payment-required',
    who: { roles: workspaceRoles, even_unpaid: true },
    page: page(() => import('./billing/PaymentRequired.tsx'), 'PaymentRequired'),
  },
  { path: '/payment-success', who: 'everyone', page: page(() => import('./billing/PaymentSuccess.tsx'), 'PaymentSuccess') },
  { path: '/payment-cancel', who: 'everyone', page: page(() => import('./billing/PaymentCancel.tsx'), 'PaymentCancel') },
  {
    path: '/billing',
    who: { roles: ['tenant_admin'], even_unpaid: true },
    page: page(() => import('./dashboards/BillingPage.tsx'), 'BillingPage'),
  },
  {
    path: '/super_admin',
    who: { roles: ['super_admin'] },
    page: page(() => import('./dashboards/SuperAdminDashboard.tsx'), 'SuperAdminDashboard'),
  },
  {
    path: '/tenant_admin',
    who: { roles: ['tenant_admin', 'super_admin'] },
    page: page(() => import('./dashboards/TenantAdminDashboard.tsx'), 'TenantAdminDashboard'),
  },
  {
    path: '/tenant_admin/employees',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/ToolPages.tsx'), 'EmployeesPage'),
  },
  {
    path: '/tenant_admin/projects',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/ToolPages.tsx'), 'ProjectsPage'),
  },
  {
    path: '/tenant_admin/reassign',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/ToolPages.tsx'), 'ReassignPage'),
  },
  {
    path: '/tenant_admin/labels',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/ToolPages.tsx'), 'LabelsPage'),
  },
  {
    path: '/tenant_admin/history',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/ToolPages.tsx'), 'HistoryPage'),
  },
  {
    path: '/tenant_admin/security-log',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/SecurityLogPage.tsx'), 'SecurityLogPage'),
  },
  {
    path: '/super_admin/security-log',
    who: { roles: ['super_admin'] },
    page: page(() => import('./dashboards/SecurityLogPage.tsx'), 'SecurityLogPage'),
  },
  {
    path: '/super_admin/system-health',
    who: { roles: ['super_admin'] },
    page: page(() => import('./dashboards/SystemHealthPage.tsx'), 'SystemHealthPage'),
  },
  {
    path: '/tenant_admin/settings',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/SettingsPage.tsx'), 'SettingsPage'),
  },
  {
    path: '/tenant_admin/projects/:projectId',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/ProjectPage.tsx'), 'ProjectPage'),
    reads: projectReads,
  },
  {
    path: '/project_manager',
    who: { roles: ['project_manager'] },
    page: page(() => import('./dashboards/ProjectManagerDashboard.tsx'), 'ProjectManagerDashboard'),
  },
  {
    path: '/project_manager/workload',
    who: { roles: ['project_manager'] },
    page: page(() => import('./dashboards/WorkloadPage.tsx'), 'WorkloadPage'),
  },
  {
    path: '/project_manager/projects/:projectId',
    who: { roles: ['project_manager'] },
    page: page(() => import('./dashboards/ProjectPage.tsx'), 'ProjectPage'),
    reads: projectReads,
  },
  {
    path: '/project_manager/projects/:projectId/import',
    who: { roles: ['project_manager'] },
    page: page(() => import('./dashboards/ImportPage.tsx'), 'ImportPage'),
  },
  {
    path: '/project_manager/tasks/:taskId',
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/TaskPage.tsx'), 'TaskPage'),
    reads: taskReads,
  },
  {
    path: '/developer',
    who: { roles: ['developer'] },
    page: page(() => import('./dashboards/DeveloperDashboard.tsx'), 'DeveloperDashboard'),
  },
  {
    path: '/developer/projects/:projectId',
    who: { roles: ['developer'] },
    page: page(() => import('./dashboards/ProjectPage.tsx'), 'ProjectPage'),
    reads: projectReads,
  },
  {
    path: '/time',
    who: { roles: ['project_manager', 'developer'] },
    page: page(() => import('./dashboards/TimePages.tsx'), 'TimePage'),
  },
  {
    path: '/time/approvals',
    who: { roles: ['tenant_admin', 'project_manager'] },
    page: page(() => import('./dashboards/TimePages.tsx'), 'TimeApprovalsPage'),
  },
  { path: '/people', who: { roles: workspaceRoles }, page: page(() => import('./dashboards/PeoplePages.tsx'), 'PeoplePage') },
  {
    path: '/people/organisation',
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/PeoplePages.tsx'), 'OrganisationPage'),
  },
  {
    path: '/people/locations',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/HrPages.tsx'), 'LocationsPage'),
  },
  {
    path: '/people/checklists',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/HrPages.tsx'), 'ChecklistsPage'),
  },
  {
    path: '/people/:personId',
    form: /^\/people\/\d+\/?$/,
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/PeoplePages.tsx'), 'PersonPage'),
    reads: ({ personId = '' }) => [readOf(api.directory.get, { params: { person_id: personId } })],
  },
  {
    path: '/leave',
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/LeavePages.tsx'), 'LeavePage'),
  },
  {
    path: '/leave/calendar',
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/LeavePages.tsx'), 'LeaveCalendarPage'),
  },
  {
    path: '/leave/requests',
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/LeavePages.tsx'), 'LeaveRequestsPage'),
  },
  {
    path: '/leave/balances',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/HrPages.tsx'), 'LeaveBalancesPage'),
  },
  {
    path: '/leave/types',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/HrPages.tsx'), 'LeaveTypesPage'),
  },
  {
    path: '/leave/:leaveId',
    form: /^\/leave\/\d+\/?$/,
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/LeavePages.tsx'), 'LeaveRequestPage'),
  },
  {
    path: '/recruiting',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/RecruitingPages.tsx'), 'ApplicantsPage'),
  },
  {
    path: '/recruiting/openings',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/RecruitingPages.tsx'), 'OpeningsPage'),
  },
  {
    path: '/recruiting/openings/:openingId',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/RecruitingPages.tsx'), 'OpeningPage'),
  },
  {
    path: '/recruiting/settings',
    who: { roles: ['hr'] },
    page: page(() => import('./dashboards/RecruitingPages.tsx'), 'RecruitingSettingsPage'),
  },
  {
    path: '/recruiting/applications/:applicationId',
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/RecruitingPages.tsx'), 'ApplicantPage'),
  },
  { path: '/profile', who: { roles: 'signed_in' }, page: page(() => import('./dashboards/ProfilePage.tsx'), 'ProfilePage') },
  { path: '/chat/:roomId?', who: { roles: workspaceRoles }, page: page(() => import('./dashboards/ChatPage.tsx'), 'ChatPage') },
  { path: '/search', who: { roles: workspaceRoles }, page: page(() => import('./dashboards/SearchPage.tsx'), 'SearchPage') },
  { path: '/hr', who: { roles: ['hr'] }, page: page(() => import('./dashboards/HrDashboard.tsx'), 'HrDashboard') },
  {
    path: '/:key',
    form: /^\/[a-z][a-z0-9]+-\d+\/?$/i,
    who: { roles: ['tenant_admin', 'project_manager', 'developer'] },
    page: page(() => import('./dashboards/KeyPage.tsx'), 'KeyPage'),
  },
]

/** True if this screen is at the path. */
export const isAt = ({ path, form }: Pick<Screen, 'path' | 'form'>, pathname: string) =>
  matchPath(path, pathname) !== null && (form?.test(pathname) ?? true)

const isForRole = (screen: Screen, me: Me, pathname: string) =>
  screen.who !== 'everyone' &&
  'roles' in screen.who &&
  (screen.who.roles === 'signed_in' || screen.who.roles.includes(me.role)) &&
  isAt(screen, pathname)

/** Whether a page of this person is at the path, and is not redirected while their workspace is paused. */
export const isPageOf = (me: Me, pathname: string) =>
  me.tenant?.is_open === true && screens.some((screen) => isForRole(screen, me, pathname))

/** The wanted address if it is a page for this person's role, else the role's start page. */
export function afterLogin(me: Me, wanted?: string) {
  const address = ownPath(wanted)
  const pathname = new URL(address ?? '', window.location.origin).pathname
  return address && screens.some((screen) => isForRole(screen, me, pathname)) ? address : startOf(me)
}

/** Fetches the code of the page at this path. */
export const preload = (pathname: string) => screens.find((screen) => isAt(screen, pathname))?.page.load()

/** Fetches the code of the role's pages, one after another while the browser is idle, so that they open at once. */
export async function preloadFor(role: Role) {
  for (const { who, page: screen } of screens) {
    if (who === 'everyone' || 'elseTo' in who) continue
    if (who.roles !== 'signed_in' && !who.roles.includes(role)) continue
    await idle()
    // A failed fetch is repeated, and reported, when the page is opened.
    await screen.load().catch(() => {})
  }
}
