/** Who may use which route. */
import { expect, test } from 'vitest'
import { routes } from '../../server/routes.ts'
import { type Access, allowedRoles } from '../../server/session/roles.ts'

const own = routes.filter(route => !route.byToken)
const of = (access: Access): string[] => own.filter(route => route.access === access).map(({ path }) => path)

test('[AC2, RQ5] what everybody may ask is what it should be', () => {
  expect(of('open')).toEqual([
    '/api/health',
    '/api/livez',
    '/api/readyz',
    '/api/metrics',
    '/api/setup',
    '/api/openapi.json',
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
    '/api/handed',
    '/api/history',
    '/api/history/deleted',
    '/api/preferences',
    '/api/preferences',
    '/api/sync/changes',
    '/api/sync/digest',
    '/api/sync/events',
    '/api/sync/records',
    '/api/tokens',
    '/api/tokens',
    '/api/tokens/end',
  ])
  expect(of('write')).toEqual(['/api/sync/push', '/api/sync/withdraw'])
})

test('[AC2, RQ5, SC11] what managers and admins may ask is what it should be', () => {
  expect(of('manage')).toEqual([
    '/api/policy',
    '/api/audit',
    '/api/audit.csv',
    '/api/webhooks',
    '/api/webhooks',
    '/api/webhooks/end',
    '/api/webhooks/start',
    '/api/browsers',
    '/api/browsers/revoke',
    '/api/auth/admin/list-users',
    '/api/auth/admin/remove-user',
    '/api/auth/admin/revoke-user-sessions',
  ])
  expect(of('grant')).toEqual([
    '/api/grants',
    '/api/grants',
    '/api/grants/preview',
    '/api/handed',
    '/api/handed/end',
    '/api/auth/admin/reset-second-factor',
    '/api/auth/admin/create-user',
    '/api/auth/admin/set-user-password',
    '/api/auth/admin/set-role',
    '/api/auth/admin/ban-user',
    '/api/auth/admin/unban-user',
  ])
  expect(allowedRoles).toEqual({
    read: ['admin', 'manager', 'editor', 'viewer'],
    write: ['admin', 'manager', 'editor'],
    grant: ['admin', 'manager'],
    manage: ['admin'],
  })
})

test('[TK2] programs are let into these, and nowhere else', () => {
  const forPrograms = routes.filter(route => route.byToken)
  expect(forPrograms.map(({ method, path, access }) => `${method} ${path} ${access}`)).toEqual([
    'GET /api/v1/changes read',
    'GET /api/v1/:kind read',
    'POST /api/v1/:kind write',
    'GET /api/v1/:kind/:uid read',
    'PATCH /api/v1/:kind/:uid write',
    'DELETE /api/v1/:kind/:uid write',
    'GET /api/v1/:kind/:uid/history read',
  ])
})
