import { afterAll, describe, expect, test } from 'vitest'
import { signAccessToken } from '#common/access-token'
import { createApproval, createTransaction, createUser } from '#db/seed/factories'
import { type SignedInAdmin, startApprovalTest } from '#testing/approvals'
import { expireApprovalRequests } from './approval-expiry.ts'

const { app, first, second, call, propose } = await startApprovalTest({ approver: 'operator' })
const { id: userId } = await createUser(app.db, { first_name: 'Ada', last_name: 'Reyes' })
afterAll(() => app.close())

const large = { type: 'deposit', amount: '20000.00', date: '2026-03-02', reason: 'Wire of 2 March' }

/** Requests a large deposit as the first administrator; returns the id of the request. */
const proposeDeposit = (change: object = {}): Promise<number> =>
  propose('POST', `/user/${userId}/transactions`, { ...large, ...change })

const decide = (who: SignedInAdmin, id: number, action: string, reason?: string) =>
  call(who, 'PUT', `/approvals/${id}`, { action, ...(reason && { reason }) })

const read = async (id: number) => (await call(first, 'GET', `/approvals/${id}`)).body.approval

const countTransactions = async (): Promise<number> => {
  const [row] = await app.sql<{ count: number }[]>`select count(*)::int from transactions`
  return row?.count ?? 0
}

describe('a write that needs two administrators', () => {
  test('is answered with 202 and an approval request, and changes nothing', async () => {
    const before = await countTransactions()
    const { status, body } = await call(first, 'POST', `/user/${userId}/transactions`, large)
    expect([status, body]).toEqual([202, { approval: { id: expect.any(Number), state: 'waiting' } }])
    expect(await countTransactions()).toBe(before)
    const entries = await app.sql`
      select action, admin_id, after from audit_log where entity = 'approval' and entity_id = ${String(body.approval.id)}`
    expect(entries).toMatchObject([
      { action: 'approval.propose', admin_id: first.admin.id, after: { action: 'transaction.create' } },
    ])
  })

  test('needs a reason in words', async () => {
    for (const reason of [undefined, '', '   ']) {
      const { status, body } = await call(first, 'POST', `/user/${userId}/transactions`, { ...large, reason })
      expect([status, body.details?.[0]?.path]).toEqual([422, '/reason'])
    }
  })

  test('is rejected as usual by its own rules, without an approval request', async () => {
    const { total } = (await call(first, 'GET', '/approvals')).body.pagination
    const future = { ...large, date: '2199-01-01' }
    expect((await call(first, 'POST', `/user/${userId}/transactions`, future)).status).toBe(422)
    expect((await call(first, 'POST', '/user/99999/transactions', large)).status).toBe(404)
    expect((await call(first, 'GET', '/approvals')).body.pagination.total).toBe(total)
  })

  test('is a single request for repeats with the same Idempotency-Key, and a key is not reused for another', async () => {
    const path = `/user/${userId}/transactions`
    const key = { 'idempotency-key': 'one-proposal' }
    const [one, other] = await Promise.all([
      call(first, 'POST', path, large, key),
      call(first, 'POST', path, large, key),
    ])
    expect([one.status, other.status]).toEqual([202, 202])
    expect(other.body).toEqual(one.body)
    const changed = await call(first, 'POST', path, { ...large, amount: '30000.00' }, key)
    expect(changed.status).toBe(422)
  })

  test('is listed with who, why, before, after and the deadline', async () => {
    const { id } = await createTransaction(app.db, { user_id: userId, amount: '50000.00' })
    const { body } = await call(first, 'DELETE', `/transactions/${id}`, { reason: 'Booked twice' })
    const { approvals } = (await call(second, 'GET', '/approvals?state=waiting&search=twice')).body
    expect(approvals).toMatchObject([
      {
        id: body.approval.id,
        action: 'transaction.delete',
        entity: 'transaction',
        entity_id: id,
        before: { amount: '50000.00', user_id: userId },
        after: null,
        subject: { kind: 'user', id: userId, name: 'Ada Reyes' },
        reason: 'Booked twice',
        proposed_by: { id: first.admin.id, username: first.admin.username },
        state: 'waiting',
        concerns: [`transaction:${id}`, `user:${userId}`],
        is_own: false,
        can_decide: true,
      },
    ])
    const { proposed_at, expires_at } = approvals[0]
    expect(Date.parse(expires_at) - Date.parse(proposed_at)).toBeCloseTo(7 * 86_400_000, -4)
  })
})

describe('an approval', () => {
  test('makes the write once, and returns the response of the write', async () => {
    const id = await proposeDeposit({ description: 'By two' })
    const { status, body } = await decide(second, id, 'approve')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      approval: { id, state: 'approved', decided_by: { id: second.admin.id } },
      result: { transaction: { user_id: userId, amount: '20000.00', description: 'By two' } },
    })
    expect((await call(first, 'GET', `/transactions/${body.result.transaction.id}`)).status).toBe(200)
    const again = await decide(second, id, 'approve')
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const made = await app.sql`select from transactions where description = 'By two'`
    expect(made).toHaveLength(1)
  })

  test("is in the audit log with both names, next to the write in the approver's name", async () => {
    const id = await proposeDeposit()
    const response = await decide(second, id, 'approve')
    const entries = await app.sql`
      select id, action, admin_id, after from audit_log
      where request_id = ${response.headers.get('x-request-id') ?? ''} order by id`
    expect(entries).toMatchObject([
      { action: 'transaction.create', admin_id: second.admin.id },
      {
        action: 'approval.approve',
        admin_id: second.admin.id,
        after: { proposed_by: first.admin.username, decided_by: second.admin.username, reason: large.reason },
      },
    ])
    // The entries made by the approval are stored with it rather than inferred from the order of entries.
    const [approval] = await app.sql`select to_json(audit_entries) as made from approvals where id = ${id}`
    expect(approval?.made).toEqual([entries[0]?.id])
  })

  test('is never one’s own: in another session, after a rename, or after a change of roles', async () => {
    const id = await proposeDeposit()
    expect((await decide(first, id, 'approve')).status).toBe(403)
    expect((await decide(first, id, 'refuse', 'No')).status).toBe(403)
    const elsewhere = await app.signInAdmin({ roles: ['owner'] })
    await app.sql`update sessions set admin_id = ${first.admin.id} where id = ${elsewhere.session.id}`
    const tokenOf = (roles: typeof first.admin.roles) =>
      signAccessToken(
        { role: 'admin', id: first.admin.id, sessionId: elsewhere.session.id, adminRoles: roles },
        app.config.TOKEN_SECRET,
      )
    await app.sql`update admins set is_active = false where id = ${elsewhere.admin.id}`
    await app.sql`update admins set username = 'renamed', email = 'renamed@lodefield.example' where id = ${first.admin.id}`
    for (const roles of [['owner'], ['operator']] as const) {
      const headers = { authorization: `Bearer ${tokenOf([...roles])}` }
      const { status } = await app.call('PUT', `${app.adm}/approvals/${id}`, {
        headers,
        body: { action: 'approve' },
      })
      expect(status).toBe(403)
    }
    expect((await read(id)).state).toBe('waiting')
  })

  test('needs the permission of the requested call', async () => {
    const id = await proposeDeposit()
    const compliance = await app.signInAdmin({ roles: ['compliance'] })
    const support = await app.signInAdmin({ roles: ['support', 'auditor'] })
    for (const who of [compliance, support]) {
      for (const action of ['approve', 'refuse']) {
        const { status, body } = await decide(who, id, action, 'Because')
        expect([status, body.code]).toEqual([403, 'forbidden'])
      }
    }
    expect((await call(compliance, 'GET', `/approvals/${id}`)).body.approval.can_decide).toBe(false)
    expect((await read(id)).state).toBe('waiting')
  })

  test('asks for a confirmation first; refusing and withdrawing do not', async () => {
    const unconfirmed = await app.signInAdmin({ roles: ['operator'] }, false)
    const id = await proposeDeposit()
    const { status, body } = await decide(unconfirmed, id, 'approve')
    expect([status, body.code]).toEqual([403, 'step_up_required'])
    expect(body.details).toEqual([{ path: '/method', message: 'password' }])
    expect((await decide(unconfirmed, id, 'refuse', 'Not known to the bank')).status).toBe(200)
  })

  test('of two at once makes the write once', async () => {
    const third = await app.signInAdmin({ roles: ['operator'] })
    const fourth = await app.signInAdmin({ roles: ['owner'] })
    const id = await proposeDeposit({ description: 'Once' })
    const answers = await Promise.all(
      [second, third, fourth, second].map((who) => decide(who, id, 'approve')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await app.sql`select from transactions where description = 'Once'`).toHaveLength(1)
  })

  test('and a concurrent rejection: only one of them counts', async () => {
    const third = await app.signInAdmin({ roles: ['operator'] })
    for (let round = 0; round < 5; round++) {
      const before = await countTransactions()
      const id = await proposeDeposit()
      const [approved, refused] = await Promise.all([
        decide(second, id, 'approve'),
        decide(third, id, 'refuse', 'No'),
      ])
      expect([approved.status, refused.status].sort()).toEqual([200, 409])
      expect((await countTransactions()) - before).toBe(approved.status === 200 ? 1 : 0)
      expect((await read(id)).state).toBe(approved.status === 200 ? 'approved' : 'refused')
    }
  })

  test('of a row that changed meanwhile is a stale write, and the proposal is stale', async () => {
    const { id } = await createTransaction(app.db, { user_id: userId, amount: '20000.00' })
    const { body } = await call(first, 'PUT', `/transactions/${id}`, {
      amount: '90000.00',
      reason: 'Misread',
    })
    await app.sql`update transactions set description = 'Changed' where id = ${id}`
    const { status, body: answer } = await decide(second, body.approval.id, 'approve')
    expect([status, answer.code]).toEqual([409, 'stale_write'])
    expect((await read(body.approval.id)).state).toBe('stale')
    expect((await decide(second, body.approval.id, 'approve')).body.code).toBe('conflict')
    const [row] = await app.sql`select amount from transactions where id = ${id}`
    expect(row?.amount).toBe('20000.00')
  })

  test('of a deleted row is a stale write', async () => {
    const { id } = await createTransaction(app.db, { user_id: userId, amount: '20000.00' })
    const { body } = await call(first, 'DELETE', `/transactions/${id}`, { reason: 'Twice' })
    await app.sql`delete from transactions where id = ${id}`
    expect((await decide(second, body.approval.id, 'approve')).body.code).toBe('stale_write')
    expect((await read(body.approval.id)).state).toBe('stale')
  })

  test('closes the other requests about its row immediately', async () => {
    const { id } = await createTransaction(app.db, { user_id: userId, amount: '20000.00' })
    const path = `/transactions/${id}`
    const raised = await call(first, 'PUT', path, { amount: '30000.00', reason: 'Misread' })
    const deleted = await call(first, 'DELETE', path, { reason: 'Booked twice' })
    expect((await decide(second, raised.body.approval.id, 'approve')).status).toBe(200)
    const other = deleted.body.approval.id
    expect((await read(other)).state).toBe('stale')
    const [entry] = await app.sql`
      select admin_id, after from audit_log where action = 'approval.outdate' and entity_id = ${String(other)}`
    expect(entry).toMatchObject({ admin_id: null, after: { state: 'stale', action: 'transaction.delete' } })
    expect((await call(first, 'GET', path)).body.transaction.amount).toBe('30000.00')
  })

  test('of two concurrent requests about one row counts once, and the other request is outdated', async () => {
    const { id } = await createTransaction(app.db, { user_id: userId, amount: '20000.00' })
    const raised = await call(first, 'PUT', `/transactions/${id}`, { amount: '30000.00', reason: 'Misread' })
    const deleted = await call(first, 'DELETE', `/transactions/${id}`, { reason: 'Booked twice' })
    const third = await app.signInAdmin({ roles: ['operator'] })
    const answers = await Promise.all([
      decide(second, raised.body.approval.id, 'approve'),
      decide(third, deleted.body.approval.id, 'approve'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const states = [await read(raised.body.approval.id), await read(deleted.body.approval.id)]
    expect(states.map(({ state }) => state).sort()).toEqual(['approved', 'stale'])
  })
})

describe('a refusal', () => {
  test('needs a reason and closes the request', async () => {
    const id = await proposeDeposit()
    expect((await decide(second, id, 'refuse')).body.details[0].path).toBe('/reason')
    const { status, body } = await decide(second, id, 'refuse', 'The wire has not arrived')
    expect(status).toBe(200)
    expect(body).toEqual({
      approval: expect.objectContaining({ state: 'refused', decision_reason: 'The wire has not arrived' }),
    })
    expect((await decide(second, id, 'approve')).status).toBe(409)
  })
})

describe('a withdrawal', () => {
  test('is only open to the requester', async () => {
    const id = await proposeDeposit()
    expect((await decide(second, id, 'withdraw')).status).toBe(403)
    expect((await decide(first, id, 'withdraw')).body.approval.state).toBe('withdrawn')
    expect((await decide(second, id, 'approve')).status).toBe(409)
    expect((await decide(first, id, 'withdraw')).status).toBe(409)
  })
})

describe('a proposal', () => {
  test('expires: it can no longer be approved, and the server closes it', async () => {
    const [late, later] = [await proposeDeposit(), await proposeDeposit()]
    await app.sql`alter table approvals disable trigger keep_proposal`
    await app.sql`update approvals set expires_at = now() - interval '1 second' where id in (${late}, ${later})`
    await app.sql`alter table approvals enable trigger keep_proposal`
    expect((await read(late)).state).toBe('expired')
    const { status, body } = await decide(second, late, 'approve')
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(await expireApprovalRequests(app.log)).toBe(1)
    expect(await expireApprovalRequests(app.log)).toBe(0)
    const rows = await app.sql`select state, input from approvals where id in (${late}, ${later})`
    expect(rows).toEqual([
      { state: 'expired', input: '' },
      { state: 'expired', input: '' },
    ])
  })

  test('is the only one to do the same with a row, even with two concurrent administrators', async () => {
    const { id } = await createTransaction(app.db, { user_id: userId, amount: '20000.00' })
    const raise = (who: SignedInAdmin, amount: string) =>
      call(who, 'PUT', `/transactions/${id}`, { amount, reason: 'Misread' })
    const answers = await Promise.all([raise(first, '30000.00'), raise(second, '40000.00')])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    const proposal = answers.find(({ status }) => status === 202)?.body.approval.id
    const [own, other] = answers[0]?.status === 202 ? [first, second] : [second, first]
    const { proposed_by } = await read(proposal)
    expect((await raise(own, '50000.00')).body).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining(
        `Your approval request ${proposal} for this record is already pending. Withdraw it`,
      ),
    })
    expect((await raise(other, '50000.00')).body).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining(`Approval request ${proposal} from ${proposed_by.username}`),
    })
    await decide(own, proposal, 'withdraw')
    expect((await raise(own, '50000.00')).status).toBe(202)
  })

  test('is closed when its row is changed by a write that needs no approval', async () => {
    const other = await createUser(app.db)
    const { id } = await createTransaction(app.db, { user_id: other.id, amount: '10.00' })
    const path = `/transactions/${id}`
    const { body } = await call(first, 'PUT', path, { amount: '20000.00', reason: 'Misread' })
    expect((await call(second, 'PUT', path, { description: 'Wire of 2 March' })).status).toBe(200)
    expect((await read(body.approval.id)).state).toBe('stale')
  })

  test('cannot be edited, reopened or removed, not even in the database', async () => {
    const id = await proposeDeposit()
    const tried = [
      `update approvals set reason = 'Other' where id = ${id}`,
      `update approvals set proposed_by = ${second.admin.id} where id = ${id}`,
      `update approvals set expires_at = now() + interval '1 year' where id = ${id}`,
      `update approvals set input = 'other' where id = ${id}`,
      `update approvals set state = 'approved', decided_at = now(), decided_by = ${first.admin.id} where id = ${id}`,
      `delete from approvals where id = ${id}`,
    ]
    for (const statement of tried) await expect(app.sql.unsafe(statement), statement).rejects.toThrow()
    await decide(second, id, 'refuse', 'No')
    const reopened = `update approvals set state = 'waiting', decided_at = null, decided_by = null where id = ${id}`
    await expect(app.sql.unsafe(reopened)).rejects.toThrow()
  })

  test('does not open with an input that was made for another', async () => {
    const [id, other] = [await proposeDeposit(), await proposeDeposit({ amount: '999999.00' })]
    await app.sql`alter table approvals disable trigger keep_proposal`
    await app.sql`update approvals set input = (select input from approvals where id = ${other}) where id = ${id}`
    await app.sql`alter table approvals enable trigger keep_proposal`
    expect((await decide(second, id, 'approve')).body.code).toBe('conflict')
  })

  test('becomes a new request when the second administrator makes the same call directly', async () => {
    await proposeDeposit({ description: 'Direct' })
    const { status } = await call(second, 'POST', `/user/${userId}/transactions`, {
      ...large,
      description: 'Direct',
    })
    expect(status).toBe(202)
    expect(await app.sql`select from transactions where description = 'Direct'`).toHaveLength(0)
  })

  test('with an unknown id is 404', async () => {
    expect((await decide(second, 2_000_000_000, 'approve')).status).toBe(404)
    expect((await call(second, 'GET', '/approvals/2000000000')).status).toBe(404)
  })

  test('is one of at most 200 open requests of one administrator', async () => {
    const busy = await app.signInAdmin({ roles: ['operator'] })
    const path = `/user/${userId}/transactions`
    await call(busy, 'POST', path, large)
    await app.sql`
      insert into approvals (call, permission, action, entity, changes, concerns, input, fingerprint, reason, proposed_by, expires_at)
      select call, permission, action, entity, changes, concerns, input, fingerprint, reason, proposed_by, expires_at
      from approvals, generate_series(1, 199) where proposed_by = ${busy.admin.id}`
    expect((await call(busy, 'POST', path, large)).body.code).toBe('conflict')
  })
})

test('the list shows what awaits the caller, and is closed to roles that only read the desk', async () => {
  const support = await app.signInAdmin({ roles: ['support'] })
  expect((await call(support, 'GET', '/approvals')).status).toBe(403)
  const id = await proposeDeposit()
  const listed = async (who: SignedInAdmin) => {
    const { approvals } = (await call(who, 'GET', '/approvals?state=waiting&limit=500')).body
    return approvals.find((one: { id: number }) => one.id === id)
  }
  expect(await listed(first)).toMatchObject({ is_own: true, can_decide: false })
  expect(await listed(second)).toMatchObject({ is_own: false, can_decide: true })
  const file = await call(second, 'GET', '/approvals/export?state=waiting')
  expect(file.text.split('\r\n')[0]).toContain('Requested by')
})

test('requests about administrators are hidden from those who may not see them', async () => {
  const { id } = await createApproval(app.db, {
    entity: 'admin',
    permission: 'administer',
    action: 'admin.update',
  })
  expect((await call(second, 'GET', `/approvals/${id}`)).status).toBe(404)
  expect((await decide(second, id, 'refuse', 'No')).status).toBe(404)
  expect((await call(first, 'GET', `/approvals/${id}`)).status).toBe(200)
})
