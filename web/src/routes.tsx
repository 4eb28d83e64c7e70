import { type Me, type Role, workspaceRoles } from 'contract'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'
import { ownPath } from './api/call.ts'
import { startOf } from './session/session.ts'

type Who =
  | 'everyone'
  /** Logged-in people with one of the roles; with `even_unpaid` also while their workspace is paused. */
  | { roles: 'signed_in' | readonly Role[]; even_unpaid?: true }
  /** People who are not logged in. Others are redirected to `elseTo`. */
  | { elseTo: (me: Me, wanted?: string) => string }

export type Screen = { path: string; who: Who; page: Page }
type Page = { Component: ComponentType; load: () => Promise<unknown> }

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Page => ({
  Component: lazy<ComponentType>(() => load().then((module) => ({ default: module[name] }))),
  load,
})

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
    path: '/tenant_admin/projects/:projectId',
    who: { roles: ['tenant_admin'] },
    page: page(() => import('./dashboards/ProjectPage.tsx'), 'ProjectPage'),
  },
  {
    path: '/project_manager',
    who: { roles: ['project_manager'] },
    page: page(() => import('./dashboards/ProjectManagerDashboard.tsx'), 'ProjectManagerDashboard'),
  },
  {
    path: '/project_manager/projects/:projectId',
    who: { roles: ['project_manager'] },
    page: page(() => import('./dashboards/ProjectPage.tsx'), 'ProjectPage'),
  },
  {
    path: '/project_manager/tasks/:taskId',
    who: { roles: workspaceRoles },
    page: page(() => import('./dashboards/TaskPage.tsx'), 'TaskPage'),
  },
  {
    path: '/developer',
    who: { roles: ['developer'] },
    page: page(() => import('./dashboards/DeveloperDashboard.tsx'), 'DeveloperDashboard'),
  },
  { path: '/profile', who: { roles: 'signed_in' }, page: page(() => import('./dashboards/ProfilePage.tsx'), 'ProfilePage') },
  { path: '/chat/:roomId?', who: { roles: workspaceRoles }, page: page(() => import('./dashboards/ChatPage.tsx'), 'ChatPage') },
  { path: '/hr', who: { roles: ['hr'] }, page: page(() => import('./dashboards/HrDashboard.tsx'), 'HrDashboard') },
]

/** The wanted address if it is a page for this person's role, else the role's start page. */
export function afterLogin(me: Me, wanted?: string) {
  const address = ownPath(wanted)
  const isAdmitted = ({ path, who }: Screen) =>
    who !== 'everyone' &&
    'roles' in who &&
    (who.roles === 'signed_in' || who.roles.includes(me.role)) &&
    matchPath(path, new URL(address ?? '', window.location.origin).pathname) !== null
  return address && screens.some(isAdmitted) ? address : startOf(me)
}

/** Fetches the code of the page at this path. */
export const preload = (pathname: string) => screens.find(({ path }) => matchPath(path, pathname))?.page.load()

/** Fetches the code of the role's pages, so that they open at once. */
export function preloadFor(role: Role) {
  for (const { who, page: screen } of screens) {
    if (who === 'everyone' || 'elseTo' in who) continue
    // A failed fetch is repeated, and reported, when the page is opened.
    if (who.roles === 'signed_in' || who.roles.includes(role)) screen.load().catch(() => {})
  }
}
