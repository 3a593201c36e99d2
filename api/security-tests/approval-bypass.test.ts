/** Every call that may need approval, with the rule on: all other attacks run with it off. */
import type { TObject } from '@sinclair/typebox'
import { afterAll, expect, test } from 'vitest'
import { getRequiredPermission } from '#contract/permissions'
import { registeredEndpoints } from '#http/pipeline/route'
import { startApprovalTest } from '#testing/approvals'
import { screenEveryone } from '#testing/screen-everyone'
import { buildContent, buildPath, buildSampleRequest, createTargetRows } from './sample-requests.ts'

const { app, first, call: send, approve } = await startApprovalTest()
// Every amount counts as large.
await app.sql`update settings set four_eyes_amount = 0`
afterAll(() => app.close())

/** Calls whose sample changes nothing that needs approval; `dual-approval.test.ts` covers their rules. */
const HARMLESS = [
  'DELETE /portfolio/:id',
  'DELETE /recent-activities/:id',
  'DELETE /users/:id',
  'PATCH /tokens/:id/status',
  'POST /documents/upload',
  'POST /portfolio',
  'POST /recent-activities',
  'POST /series/:symbol/offerings',
  'POST /users/bulk',
  'PUT /administrators/:id',
  'PUT /offerings/:id',
  'PUT /portfolio/:id/pending-token',
  'PUT /recent-activities/:id',
  'PUT /screening/hits/:id',
  'PUT /subscriptions/:id',
  'PUT /users/:id/status',
  'PUT /users/:id/verification',
  'PUT /verifications/:user_id',
]

const ruled = () => [...registeredEndpoints.values()].filter(({ approvalRule }) => approvalRule)

test('a call with a rule is a write of the panel, and takes a reason', () => {
  expect(ruled().length).toBeGreaterThan(14)
  for (const { method, path, access, body } of ruled()) {
    expect([path, getRequiredPermission(access)], path).toEqual([path, expect.any(String)])
    expect((body as TObject).properties, `${method} ${path}`).toHaveProperty('reason')
  }
})

test('a call that waits says so, is approved as it is, and never ends in an error of the server', async () => {
  const waited: string[] = []
  const targets = await createTargetRows(app)
  for (const endpoint of ruled()) {
    // A movement changes the register that the next one is based on, and a confirmed match blocks payments.
    const needsOwn = /\/(register|transactions)\//.test(endpoint.path)
    const call = buildSampleRequest(endpoint, needsOwn ? await createTargetRows(app) : targets)
    // One of the calls replaces the watchlist, and no one is paid before being screened against it.
    await screenEveryone(app)
    const reason = 'A sample'
    // Hashing a password takes seconds on a busy machine; without one a link is emailed.
    const { password: _, ...fields } = call.body ?? {}
    const body = {
      ...fields,
      reason,
      ...(endpoint.path.endsWith('/settings') && { payment_account: `IBAN ${waited.length}` }),
    }
    const content = buildContent({ ...call, body })
    const proposed = await app.call(endpoint.method, buildPath(call, app.adminPath), {
      headers: first.headers,
      ...content,
    })
    expect(proposed.status, `${call.name}: ${proposed.text}`).toBeLessThan(500)
    if (proposed.status !== 202) continue
    waited.push(call.name)
    const { id } = proposed.body.approval
    const own = await send(first, 'PUT', `/approvals/${id}`, { action: 'approve' })
    expect(own.status, call.name).toBe(403)
    const decided = await approve(id)
    expect(decided.status, `${call.name}: ${decided.text}`).toBe(200)
    expect(decided.body.result, call.name).toBeDefined()
  }
  const others = ruled()
    .map(({ method, path }) => `${method} ${path.replace('/:admin_path/admin', '')}`)
    .filter((name) => !waited.some((one) => one.replace('/:admin_path/admin', '') === name))
  expect(others.sort()).toEqual(HARMLESS)
})
