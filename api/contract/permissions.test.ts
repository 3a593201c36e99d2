import { expect, test } from 'vitest'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'
import { listContractEndpoints } from '#testing/contract-endpoints'
import { adminPath } from './admin-endpoint.ts'
import { getRequiredPermission, hasPermission } from './permissions.ts'

/**
 * The agreed table of roles, written independently of `permissions.ts`: groups of endpoints and who may call them. An
 * endpoint belongs to the first group that names it; `*` matches the rest of a path.
 */
const table: readonly [group: string, roles: string, calls: readonly string[]][] = [
  [
    'own profile, what is announced, search and views',
    'owner operator compliance support auditor',
    [
      '* /profile*',
      'GET /events',
      'GET /stats',
      'GET /queue',
      'GET /search',
      'GET /openapi.json',
      '* /mentions*',
      '* /views*',
    ],
  ],
  ['administrators', 'owner', ['* /administrators*']],
  ['settings', 'owner', ['PUT /settings']],
  ['audit log', 'owner compliance auditor', ['* /audit-log*']],
  ['reports', 'owner operator compliance auditor', ['GET /reports*', 'GET /report-schedules']],
  ['schedules of reports', 'owner operator compliance', ['* /report-schedules*']],
  [
    'decide verifications, open evidence, screening',
    'owner compliance',
    ['PUT /verifications/*', 'GET /verifications/:user_id/files/*', '* /screening/*', '* /email-disputes*'],
  ],
  [
    'enable and disable an investor',
    'owner operator compliance',
    ['PUT /users/:id/status', 'POST /users/bulk', 'POST /users/:id/sessions/end'],
  ],
  ['verify an investor by hand', 'owner compliance', ['PUT /users/:id/verification']],
  ['unlock an investor', 'owner operator support', ['POST /users/:id/unlock']],
  ['delete an investor', 'owner', ['DELETE /users/:id', 'GET /users/:id/deletion']],
  ['delete a login record', 'owner', ['DELETE /login-tracking/*']],
  ['cash of an investor', 'owner operator compliance auditor', ['GET /users/:id/cash']],
  [
    'read users, desk, notifications and documents',
    'owner operator compliance support auditor',
    [
      'GET /users*',
      'GET /support/*',
      'GET /canned-replies',
      'GET /notifications/*',
      'GET /documents*',
      'GET /banner',
    ],
  ],
  [
    'desk, notes, notifications to one, canned replies',
    'owner operator compliance support',
    ['* /support/*', '* /users/:id/notes*', '* /canned-replies*', '* /notifications/*'],
  ],
  [
    'documents, departments, banner, mails',
    'owner operator',
    ['* /documents*', 'DELETE|POST|PUT /contact-departments*', 'PUT /banner', 'POST /mails/*'],
  ],
  ['decide proposals', 'owner operator compliance', ['PUT /approvals/:id']],
  ['read all other lists and details', 'owner operator compliance auditor', ['GET *']],
  [
    'write transactions, portfolios, pending tokens, subscriptions, tokens, series, register, distributions',
    'owner operator',
    [
      '* /user/:id/transactions',
      '* /transactions/*',
      '* /portfolio*',
      '* /recent-activities*',
      '* /subscriptions/*',
      '* /tokens*',
      '* /series/*',
      '* /series-documents/*',
      '* /offerings/*',
      '* /register/*',
      'POST /proof/snapshots',
    ],
  ],
]

const patternOf = (call: string): RegExp => {
  const [methods = '', path = ''] = call.split(' ')
  const method = methods === '*' ? '[A-Z]+' : `(?:${methods})`
  return new RegExp(`^${method} ${path.replaceAll('*', '.*')}$`)
}

/** Every panel endpoint in the contract, in the notation of the table. */
async function panelCalls() {
  return (await listContractEndpoints()).flatMap(({ endpoint: { method, path, access } }) => {
    const permission = getRequiredPermission(access)
    return permission ? [{ call: `${method} ${path.replace(adminPath(''), '')}`, permission }] : []
  })
}

test('every panel endpoint is allowed for the roles in the agreed table', async () => {
  const calls = await panelCalls()
  expect(calls.length).toBeGreaterThan(100)
  const used = new Set<string>()
  const wrong = calls.flatMap(({ call, permission }) => {
    const row = table.find(([, , patterns]) => patterns.some((pattern) => patternOf(pattern).test(call)))
    if (!row) return [`${call} is in no group`]
    const [group, roles] = row
    used.add(group)
    const meant = roles.split(' ') as AdminRole[]
    const given = adminRoles.filter((role) => hasPermission([role], permission))
    return adminRoles
      .filter((role) => meant.includes(role) !== given.includes(role))
      .map((role) => `${call} (${group}): ${role}`)
  })
  expect(wrong).toEqual([])
  expect([...used], 'groups without a call').toHaveLength(table.length)
})
