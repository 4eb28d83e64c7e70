import type { Me, Role } from 'contract'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'
import { startOf } from './session/session.ts'

type Who =
  | 'everyone'
  /** Those who are logged in, all or some. */
  | { roles: 'signed_in' | readonly Role[] }
  /** Those who are not logged in; the others are sent on. */
  | { elseTo: (me: Me) => string }

export type Screen = { path: string; who: Who; page: Page }
type Page = { Component: ComponentType; load: () => Promise<unknown> }

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Page => ({
  Component: lazy<ComponentType>(() => load().then((module) => ({ default: module[name] }))),
  load,
})

/** Every address, what is there and for whom. Each page is fetched when it is first gone to. */
export const screens: readonly Screen[] = [
  { path: '/', who: { elseTo: () => '/login' }, page: page(() => import('./landing/Home.tsx'), 'Home') },
  { path: '/login', who: { elseTo: startOf }, page: page(() => import('./session/Login.tsx'), 'Login') },
  { path: '/signup', who: { elseTo: () => '/not-found' }, page: page(() => import('./signup/SignUp.tsx'), 'SignUp') },
  { path: '/api-docs', who: 'everyone', page: page(() => import('./description/ApiDocs.tsx'), 'ApiDocs') },
  { path: '/set-password/:uid?/:token?', who: 'everyone', page: page(() => import('./session/SetPassword.tsx'), 'SetPassword') },
  {
    path: '/tenant_admin',
    who: { roles: ['tenant_admin', 'super_admin'] },
    page: page(() => import('./dashboards/TenantAdminDashboard.tsx'), 'TenantAdminDashboard'),
  },
  { path: '/hr', who: { roles: ['hr'] }, page: page(() => import('./dashboards/HrDashboard.tsx'), 'HrDashboard') },
]

/** Fetches the page at this address ahead of its need. */
export const preload = (pathname: string) => screens.find(({ path }) => matchPath(path, pathname))?.page.load()
