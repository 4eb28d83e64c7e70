import type { Me, Role } from 'contract'
import { describe, expect, test } from 'vitest'
import { afterLogin } from './routes.tsx'

const me = (role: Role) => ({ id: 1, role }) as Me
const pam = me('project_manager')

describe('after the log-in a person continues', () => {
  test.each([
    '/project_manager/tasks/2',
    '/project_manager/tasks/2?from=mail#comments',
    '/project_manager/projects/7/',
    '/chat/5',
    '/profile',
    '/WEB-42',
  ])('to %s, which their role may see', (wanted) => expect(afterLogin(pam, wanted)).toBe(wanted))

  test.each([
    '/developer',
    '/tenant_admin/projects/1',
    '/super_admin',
    '/login',
    '/login?next=/chat',
    '/signup',
    '/set-password/1/token',
    '/dev/mail',
    '/api/me/',
    '/nowhere',
    '/nowhere-x',
    '/-1',
    '/',
    '//evil.test',
    '//evil.test/project_manager',
    '/\\evil.test/chat',
    '/%2Fevil.test',
    '/%5Cevil.test',
    '/.//evil.test/chat',
    '/chat/..//evil.test',
    '/\t/evil.test/chat',
    'https://evil.test/chat',
    `${window.location.origin}/chat`,
    'javascript:alert(1)',
    'chat',
    '',
    undefined,
  ])('and instead of %s to where their role starts', (wanted) => expect(afterLogin(pam, wanted)).toBe('/project_manager'))

  test('a task is for everybody of a workspace, and not for the owner of the platform', () => {
    for (const role of ['tenant_admin', 'developer', 'hr'] as const)
      expect(afterLogin(me(role), '/project_manager/tasks/2')).toBe('/project_manager/tasks/2')
    expect(afterLogin(me('super_admin'), '/project_manager/tasks/2')).toBe('/super_admin')
  })

  test('someone of an unknown role goes to no page of a role', () => {
    expect(afterLogin(me('clown' as Role), '/chat')).toBe('/unauthorized')
  })
})
