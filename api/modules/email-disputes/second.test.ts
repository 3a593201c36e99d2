/** A former mailbox gets an account back by two administrators. */
import { afterAll, expect, test } from 'vitest'
import { emailDisputes } from '#db/schema/accounts'
import { createEmailDispute, createToken, createTransaction } from '#db/seed/factories'
import { createAttestation, issueUnits } from '#db/seed/series-factories'
import { startApprovalTest } from '#testing-approvals'

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

test('the former address of an investor is restored by two, the present one is kept by one', async () => {
  const { id, former_email, stored } = await createDispute()
  const before = await stored()
  const proposed = await decide(id, 'restore')
  expect(proposed.status, proposed.text).toBe(202)
  expect(await stored()).toEqual(before)
  expect(await app.sql`select from outbox where kind = 'email_restored'`).toEqual([])
  expect((await approve(proposed.body.approval.id)).status).toBe(200)
  expect(await stored()).toEqual({ email: former_email, is_active: true })
  const other = await createDispute()
  expect((await decide(other.id, 'keep')).status).toBe(200)
  expect(await other.stored()).toMatchObject({ is_active: true })
})

test('the second administrator sees both addresses, the cash and the units', async () => {
  const { id, userId, former_email, present_email } = await createDispute()
  await createTransaction(app.db, { user_id: userId, amount: '250.00' })
  const { id: token_id, symbol } = await createToken(app.db)
  await createAttestation(app.db, { token_id, units_held: '1000' })
  await issueUnits(app.db, token_id, { [userId]: '12.5' })
  const { body } = await decide(id, 'restore')
  const approval = await read(body.approval.id)
  expect(approval).toMatchObject({
    action: 'email_dispute.restore',
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
  expect((await read(body.approval.id, operator)).email_dispute).toBeNull()
})

test('a proposal ends when the present address is kept meanwhile', async () => {
  const { id } = await createDispute()
  const { body } = await decide(id, 'restore')
  expect((await decide(id, 'keep', second)).status).toBe(200)
  expect((await read(body.approval.id)).state).toBe('stale')
})

test('the former address of an administrator is restored by two owners, by one while there is no other', async () => {
  const dispute = async () => {
    const { admin } = await app.signInAdmin({ is_active: false, roles: ['support'] })
    const addresses = { former_email: `of-${admin.id}@lodefield.example`, present_email: admin.email }
    const [row] = await app.db
      .insert(emailDisputes)
      .values({ ...addresses, admin_id: admin.id, suspect_since: new Date() })
      .returning()
    const stored = async () => (await app.sql`select email from admins where id = ${admin.id}`)[0]?.email
    return { id: row?.id ?? 0, former_email: addresses.former_email, stored }
  }
  const alone = await dispute()
  expect((await decide(alone.id, 'restore')).status).toBe(200)
  expect(await alone.stored()).toBe(alone.former_email)
  const owner = await app.signInAdmin()
  const { id, former_email, stored } = await dispute()
  const proposed = await decide(id, 'restore')
  expect(proposed.status, proposed.text).toBe(202)
  expect((await approve(proposed.body.approval.id)).status).toBe(403)
  const shown = await read(proposed.body.approval.id, owner)
  expect(shown).toMatchObject({ subject: { kind: 'admin' }, can_decide: true })
  expect(shown.email_dispute).toMatchObject({ former_email, cash: null, holdings: [] })
  const approved = await call(owner, 'PUT', `/approvals/${shown.id}`, { action: 'approve' })
  expect(approved.status, approved.text).toBe(200)
  expect(await stored()).toBe(former_email)
})
