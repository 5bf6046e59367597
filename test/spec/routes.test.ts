/** Who may use which route. */
import { expect, test } from 'vitest'
import { routes } from '../../server/routes.ts'
import { type Access, allowedRoles } from '../../server/session/roles.ts'

test('[AC2, RQ5] what each route asks for is what it should', () => {
  const of = (access: Access) => routes.filter(route => route.access === access).map(({ path }) => path)
  expect(of('open')).toEqual([
    '/api/health',
    '/api/setup',
    '/api/browsers/removed',
    '/api/auth/sign-in/username',
    '/api/auth/set-up-browser',
    '/api/auth/sign-out',
    '/api/auth/get-session',
  ])
  expect(of('read').toSorted()).toEqual([
    '/api/auth/change-password',
    '/api/auth/two-factor/disable',
    '/api/auth/two-factor/enable',
    '/api/auth/two-factor/generate-backup-codes',
    '/api/auth/two-factor/verify-totp',
    '/api/browsers/code',
    '/api/browsers/name',
    '/api/browsers/own',
    '/api/browsers/sign-out',
    '/api/browsers/told',
    '/api/history',
    '/api/history/deleted',
    '/api/preferences',
    '/api/preferences',
    '/api/sync/changes',
    '/api/sync/digest',
    '/api/sync/events',
    '/api/sync/records',
  ])
  expect(of('write')).toEqual(['/api/sync/push', '/api/sync/withdraw'])
  expect(of('manage').filter(path => !path.startsWith('/api/auth/admin/'))).toEqual([
    '/api/policy',
    '/api/audit',
    '/api/audit.csv',
    '/api/browsers',
    '/api/browsers/revoke',
  ])
  expect(allowedRoles).toEqual({
    read: ['admin', 'editor', 'viewer'],
    write: ['admin', 'editor'],
    manage: ['admin'],
  })
})
