import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken, createUser } from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSeriesDocument,
  createValuation,
} from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  const signedIn = await app.signInAdmin({ username: 'Keeper' })
  headers = signedIn.headers
  const { admin } = signedIn
  await app.sql`
    insert into audit_log (admin_id, admin_name, action, entity, entity_id, before, after, ip_address, request_id)
    values (${admin.id}, '', 'token.update', 'token', '7', '{"name": "Gold"}', '{"name": "Gold, \\"fine\\""}', '192.0.2.1', 'r-1'),
      (null, '=stranger', 'session.refused', 'admin', '', null, '{"reason": "unknown_account"}', '192.0.2.2', 'r-2')`
})
afterAll(() => app.close())

const call = (path: string) => app.call('GET', `${app.adm}/audit-log${path}`, { headers })

describe('the audit log', () => {
  test('is filtered by administrator, action, entity, days and search text', async () => {
    const today = new Date().toISOString().slice(0, 10)
    for (const [query, actions] of [
      ['', ['session.refused', 'token.update']],
      ['?admin=Keeper', ['token.update']],
      ['?action=session.refused', ['session.refused']],
      ['?entity=token', ['token.update']],
      [`?from=${today}&to=${today}`, ['session.refused', 'token.update']],
      ['?to=2020-01-01', []],
      ['?from=0001-01-01&to=9999-12-31', ['session.refused', 'token.update']],
      ['?search=unknown_account', ['session.refused']],
      ['?search=192.0.2.1', ['token.update']],
    ] as const) {
      const { status, body } = await call(query)
      expect(status).toBe(200)
      expect(
        body.entries.map(({ action }: { action: string }) => action),
        query,
      ).toEqual(actions)
      expect(body.pagination.total).toBe(actions.length)
    }
  })

  test('rejects days that end before they begin, on the page and in the file', async () => {
    for (const path of ['', '/export']) {
      const { status, body } = await call(`${path}?from=2026-03-02&to=2026-03-01`)
      expect([status, body.details?.[0]]).toEqual([
        422,
        { path: '/from', message: 'The first day must not be after the last day' },
      ])
    }
  })

  test('lists the values of its filters', async () => {
    expect((await call('/names')).body).toEqual({
      admins: ['Keeper'],
      actions: ['session.refused', 'token.update'],
      entities: ['admin', 'token'],
    })
  })

  test('is exported with its filters, safe to open in a spreadsheet', async () => {
    const all = await call('/export')
    expect(all.status).toBe(200)
    expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(all.headers.get('x-total-count')).toBe('2')
    const [header, refused, updated] = all.text.trim().split('\r\n')
    expect(header).toMatch(/^Entry,Time \(UTC\),Administrator,Action,/)
    expect(refused).toContain(",'=stranger,session.refused,admin,,")
    expect(updated).toContain('Keeper,token.update,token,7,"{""name"":""Gold""}"')
    const some = await call('/export?entity=token')
    expect(some.text.trim().split('\r\n')).toHaveLength(2)
  })

  test('is for administrators only', async () => {
    const investor = await app.signIn()
    for (const path of ['', '/names', '/export']) {
      const address = `${app.adm}/audit-log${path}`
      expect((await app.call('GET', address)).status).toBe(401)
      expect((await app.call('GET', address, { headers: investor.headers })).status).toBe(403)
    }
  })

  test('shows and searches the current name of the person an entry concerns', async () => {
    const { user } = await app.signIn({ first_name: 'Ilmen', last_name: 'Orthoclase' })
    const wrote = (path: string, body: object) => app.call('PUT', `${app.adm}${path}`, { headers, body })
    await wrote(`/users/${user.id}/verification`, { is_verified: true })
    await app.call('POST', `${app.adm}/user/${user.id}/transactions`, {
      headers,
      body: { type: 'deposit', amount: '5.00', status: 'pending', date: '2026-03-19' },
    })
    const ticket = await app.call('POST', '/support/ticket', {
      body: { name: 'Tuff Visitor', email: 'tuff@visitor.example', subject: 'a', message: 'b' },
    })
    await wrote(`/support/tickets/${ticket.body.id}`, { status: 'closed' })

    const found = async (search: string) => {
      const { entries, pagination } = (await call(`?search=${encodeURIComponent(search)}`)).body
      expect(pagination.total).toBe(entries.length)
      return entries.map(({ action, subject }: Record<string, unknown>) => [action, subject])
    }
    const person = {
      kind: 'user',
      id: user.id,
      name: 'Ilmen Orthoclase',
      email: user.email,
      is_deleted: false,
    }
    const both = [
      ['transaction.create', person],
      ['user.verify', person],
    ]
    expect(await found('orthoclase')).toEqual(both)
    expect(await found(user.email)).toEqual(both)
    const visitor = { kind: 'visitor', name: 'Tuff Visitor', email: 'tuff@visitor.example' }
    expect(await found('Tuff')).toMatchObject([['ticket.update', visitor]])
    expect(await found(ticket.body.reference)).toMatchObject([['ticket.update', visitor]])
    expect((await call(`?entity=user&entity_id=${user.id}`)).body.entries).toHaveLength(1)

    await app.call('DELETE', `${app.adm}/users/${user.id}`, { headers })
    expect(await found('orthoclase')).toEqual([])
    const [latest] = (await call(`?entity=user&entity_id=${user.id}`)).body.entries
    expect(latest.subject).toMatchObject({ name: 'Deleted investor', email: '', is_deleted: true })
    expect(JSON.stringify(await app.sql`select * from audit_log`)).not.toContain('Orthoclase')
  })

  test('shows and searches the series of valuations, attestations, documents, offerings and facts', async () => {
    const [{ id }, other] = [await createToken(app.db, { symbol: '$SCHIST' }), await createToken(app.db)]
    const [valuation, attestation, document, offering] = [
      await createValuation(app.db, { token_id: id }),
      await createAttestation(app.db, { token_id: id }),
      await createSeriesDocument(app.db, { token_id: id }),
      await createOffering(app.db, { token_id: id }),
    ]
    await createOffering(app.db, { token_id: other.id })
    const entries = [
      ['valuation', valuation.id],
      ['attestation', attestation.id],
      ['series_document', document.id],
      ['offering', offering.id],
      ['series', id],
      // A discarded draft.
      ['offering', 99_999],
    ] as const
    for (const [entity, entity_id] of entries)
      await app.sql`
        insert into audit_log (admin_name, action, entity, entity_id, ip_address, request_id)
        values ('', 'schist.change', ${entity}, ${String(entity_id)}, '192.0.2.1', 'r')`
    const series = { kind: 'series', id, name: '$SCHIST', email: '', is_deleted: false }
    const of = (entries: { entity: string; subject: unknown }[]) =>
      entries.map(({ entity, subject }) => [entity, subject])
    const expected = entries.map(([entity], at) => [entity, at < 5 ? series : null]).toReversed()
    expect(of((await call('?action=schist.change')).body.entries)).toEqual(expected)
    expect(of((await call('?action=schist.change&search=%24SCHIST')).body.entries)).toEqual(expected.slice(1))
  })

  test('is filtered by an investor: account, own rows, verification, approval requests and both sides of a transfer', async () => {
    const [jane, bo] = [
      await createUser(app.db, { first_name: 'Jane', last_name: 'Doe' }),
      await createUser(app.db),
    ]
    const of = { user_id: jane.id }
    const rows = [
      ['user.verify', 'user', String(jane.id), null],
      ['transaction.delete', 'transaction', '7', of],
      ['verification.verify', 'verification', String(jane.id), null],
      ['approval.propose', 'approval', '3', of],
      ['register.transfer', 'movement', '5', { entries: [{ user_id: bo.id }, of] }],
      ['odd.row', 'odd', String(jane.id), { user_id: 1.5, entries: { user_id: jane.id } }],
    ] as const
    for (const [action, entity, id, before] of rows)
      await app.sql`insert into audit_log (action, entity, entity_id, before)
        values (${action}, ${entity}, ${id}, ${before && JSON.stringify(before)}::text::jsonb)`
    const { body } = await call(`?user=${jane.id}`)
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual(
      rows
        .slice(0, 5)
        .map(([action]) => action)
        .toReversed(),
    )
    expect(body.pagination.total).toBe(5)
    const names = ({ investors }: { investors: { id: number }[] }) => investors.map(({ id }) => id)
    expect(names(body.entries[0])).toEqual([jane.id, bo.id])
    expect(body.entries[1].subject).toMatchObject({ kind: 'user', id: jane.id, name: 'Jane Doe' })
    expect((await call(`?user=${bo.id}`)).body.entries).toHaveLength(1)
    expect((await call('?user=2147483647')).body.entries).toEqual([])
    const file = await call(`/export?user=${bo.id}`)
    expect(file.text.trim().split('\r\n')).toHaveLength(2)
  })
})
