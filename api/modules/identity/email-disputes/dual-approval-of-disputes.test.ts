/** Which address a disputed account has is decided by two administrators. */
import { afterAll, expect, test } from 'vitest'
import { emailDisputes } from '#db/schema/identity/accounts'
import { createEmailDispute, createToken, createTransaction } from '#db/seed/factories'
import { createAttestation, issueUnits } from '#db/seed/series-factories'
import { startApprovalTest } from '#testing/approvals'

const { app, first, second, call, approve } = await startApprovalTest({ approver: 'compliance' })
afterAll(() => app.close())

const reason = 'Called back'
const decide = (id: number, decision: 'keep' | 'restore', who = first) =>
  call(who, 'PUT', `/email-disputes/${id}`, { decision, reason })
const read = async (id: number, who = second) => (await call(who, 'GET', `/approvals/${id}`)).body.approval

const createDispute = async () => {
  const dispute = await createEmailDispute(app.db)
  const stored = async () =>
    (await app.sql`select email, is_active from users where id = ${dispute.user_id}`)[0]
  return { ...dispute, userId: dispute.user_id as number, stored }
}

test.each(['keep', 'restore'] as const)('the decision to %s an address is made by two', async (decision) => {
  const { id, former_email, present_email, stored } = await createDispute()
  const before = await stored()
  const proposed = await decide(id, decision)
  expect(proposed.status, proposed.text).toBe(202)
  expect(await stored()).toEqual(before)
  expect(await app.sql`select from outbox where recipient in (${former_email}, ${present_email})`).toEqual([])
  expect((await approve(proposed.body.approval.id)).status).toBe(200)
  expect(await stored()).toEqual({
    email: decision === 'keep' ? before?.email : former_email,
    is_active: true,
  })
})

test.each(['keep', 'restore'] as const)(
  'the second administrator sees both addresses, the cash and the units before the decision to %s one',
  async (decision) => {
    const { id, userId, former_email, present_email } = await createDispute()
    await createTransaction(app.db, { user_id: userId, amount: '250.00' })
    const { id: token_id, symbol } = await createToken(app.db)
    await createAttestation(app.db, { token_id, units_held: '1000' })
    await issueUnits(app.db, token_id, { [userId]: '12.5' })
    const { body } = await decide(id, decision)
    const approval = await read(body.approval.id)
    expect(approval).toMatchObject({
      action: `email_dispute.${decision}`,
      subject: { kind: 'user', id: userId },
      people: [{ id: userId, is_active: false }],
      email_dispute: {
        ...{ former_email, present_email, cash: '250.00' },
        holdings: [{ symbol, units: '12.500000' }],
      },
    })
    // The log is permanent: it has no address.
    expect(JSON.stringify([approval.before, approval.after])).not.toContain('@')
    const operator = await app.signInAdmin({ roles: ['operator'] })
    expect(await read(body.approval.id, operator), 'addresses are for compliance').toBeUndefined()
  },
)

test.each(['keep', 'restore'] as const)(
  'the decision to %s an address leaves an account inactive that an administrator deactivated meanwhile',
  async (decision) => {
    const { id, userId, former_email, stored } = await createDispute()
    const status = `/users/${userId}/status`
    expect((await call(second, 'PUT', status, { is_active: false, reason: 'Fraud alert' })).status).toBe(200)
    const proposed = await decide(id, decision)
    expect((await approve(proposed.body.approval.id)).status).toBe(200)
    expect((await stored())?.is_active).toBe(false)
    const told = await app.sql`select from outbox where recipient = ${former_email}`
    expect(told.length).toBeGreaterThan(0)
    // Activating it reverses what the second administrator decided.
    expect((await call(first, 'PUT', status, { is_active: true, reason })).status).toBe(202)
  },
)

test('a proposal ends when two decide for the other address meanwhile', async () => {
  const { id, former_email, stored } = await createDispute()
  const { body } = await decide(id, 'restore')
  const other = await decide(id, 'keep')
  expect((await approve(other.body.approval.id)).status).toBe(200)
  expect((await read(body.approval.id)).state).toBe('stale')
  expect((await stored())?.email).not.toBe(former_email)
})

test('the address of an administrator is decided by two owners, by one while there is no other', async () => {
  const dispute = async () => {
    const { admin } = await app.signInAdmin({ is_active: false, roles: ['support'] })
    const addresses = { former_email: `of-${admin.id}@lodefield.example`, present_email: admin.email }
    const [row] = await app.db
      .insert(emailDisputes)
      .values({ ...addresses, admin_id: admin.id, suspect_since: new Date() })
      .returning()
    const stored = async () => (await app.sql`select email from admins where id = ${admin.id}`)[0]?.email
    return { id: row?.id ?? 0, ...addresses, stored }
  }
  const decisions = [
    ['keep', 'present_email'],
    ['restore', 'former_email'],
  ] as const
  for (const [decision, kept] of decisions) {
    const alone = await dispute()
    expect((await decide(alone.id, decision)).status).toBe(200)
    expect(await alone.stored()).toBe(alone[kept])
  }
  const owner = await app.signInAdmin()
  for (const [decision, kept] of decisions) {
    const disputed = await dispute()
    const proposed = await decide(disputed.id, decision)
    expect(proposed.status, proposed.text).toBe(202)
    expect((await approve(proposed.body.approval.id)).status).toBe(403)
    const shown = await read(proposed.body.approval.id, owner)
    expect(shown).toMatchObject({ subject: { kind: 'admin' }, can_decide: true })
    expect(shown.email_dispute).toMatchObject({
      ...{ former_email: disputed.former_email, present_email: disputed.present_email },
      ...{ cash: null, holdings: [] },
    })
    const approved = await call(owner, 'PUT', `/approvals/${shown.id}`, { action: 'approve' })
    expect(approved.status, approved.text).toBe(200)
    expect(await disputed.stored()).toBe(disputed[kept])
  }
})
