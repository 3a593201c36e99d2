/** What a match or a changed name blocks: money and units that leave the investor. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createScreeningMatch, createToken, createTransaction, createUser } from '#db/seed/factories'
import { createAttestation, createValuation, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createScreener } from './screening-job.ts'

const reason = 'Asked for by the bank'
let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
const screener = createScreener('test')
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from screening_lists`
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `${app.adm}${path}`, { headers: admin.headers, body })
async function screen(...lines: string[]) {
  const form = new FormData()
  form.set('file', new File([['name,birth date,list,entry id', ...lines].join('\n')], 'list.csv'))
  const { status, text } = await app.call('POST', `${app.adm}/screening/list`, {
    headers: admin.headers,
    raw: form,
  })
  expect(status, text).toBe(201)
  await screener.screenDue()
}
const rename = async (id: number, first_name: string, last_name: string) => {
  await app.sql`update users set ${app.sql({ first_name, last_name })} where id = ${id}`
}
const hitsOf = async (id: number) => (await call('GET', `/screening/hits?user=${id}`)).body.hits
const withdraw = (id: number) =>
  call('POST', `/user/${id}/transactions`, { type: 'withdrawal', amount: '10.00', date: getDayFromNow(0) })

async function createHolder(name: { first_name: string; last_name: string }) {
  const user = await createUser(app.db, name)
  await createTransaction(app.db, { user_id: user.id, type: 'deposit', amount: '100.00' })
  return user.id
}
/** A series in which each of these investors holds 100 units. */
async function createSeries(...holders: number[]) {
  const token = await createToken(app.db, {})
  await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
  await createValuation(app.db, { token_id: token.id })
  await issueUnits(app.db, token.id, Object.fromEntries(holders.map((id) => [id, '100'])))
  return `/register/${encodeURIComponent(token.symbol)}`
}
const distribute = (series: string, fields: object = {}) =>
  call('POST', `${series}/distributions`, {
    record_date: getDayFromNow(0),
    amount_per_unit: '0.10',
    reason,
    ...fields,
  })

test('keeps a match with the name it was found under when the investor changes names', async () => {
  const id = await createHolder({ first_name: 'Real', last_name: 'Person' })
  await screen('Elon Impostor,,EU,7', 'Other Entry,,EU,8')
  await rename(id, 'Elon', 'Impostor')
  await screener.screenDue()
  await rename(id, 'Elo', 'Impostor')
  await screener.screenDue()
  await rename(id, 'Real', 'Person')
  await screener.screenDue()
  expect(await hitsOf(id)).toMatchObject([
    { user_name: 'Elon Impostor', entry_id: '7', score: 100, state: 'open' },
  ])
  await screen('Other Entry,,EU,8')
  expect(await hitsOf(id)).toEqual([])
})

test('blocks withdrawals, redemptions and transfers until an open match is cleared', async () => {
  const [id, other] = [
    await createHolder({ first_name: 'Real', last_name: 'Person' }),
    await createHolder({ first_name: 'Bo', last_name: 'Lind' }),
  ]
  await app.sql`update users set is_verified = true where id in (${id}, ${other})`
  const series = await createSeries(id, other)
  const hit = await createScreeningMatch(app.db, { user_id: id })
  const move = (body: object) => call('POST', `${series}/entries`, { reason, units: '1', ...body })
  const payments = () => [
    withdraw(id),
    move({ type: 'redemption', from_user_id: id, amount: '1.00' }),
    move({ type: 'transfer', from_user_id: id, to_user_id: other }),
    move({ type: 'transfer', from_user_id: other, to_user_id: id }),
  ]
  for (const { status, body } of await Promise.all(payments())) {
    expect([status, body.error]).toEqual([409, expect.stringContaining('must be resolved first')])
  }
  await call('PUT', `/screening/hits/${hit.id}`, { decision: 'no_match', reason: 'Another birth date' })
  for (const payment of payments()) expect((await payment).status).toBe(201)
})

test('holds back distribution shares for an open match or a changed name, and pays the others', async () => {
  const [hit, renamed, paid] = [
    await createHolder({ first_name: 'Ada', last_name: 'Reyes' }),
    await createHolder({ first_name: 'Cy', last_name: 'Marl' }),
    await createHolder({ first_name: 'Bo', last_name: 'Lind' }),
  ]
  const series = await createSeries(hit, renamed, paid)
  await screen('Ada Reyes,,EU,7')
  await rename(renamed, 'Di', 'Orr')
  const held_back = [
    { user_id: hit, name: 'Ada Reyes', amount: '10.00', because: 'open_match' },
    { user_id: renamed, name: 'Di Orr', amount: '10.00', because: 'not_compared' },
  ]
  for (const dry_run of [true, false]) {
    const { status, body, text } = await distribute(series, { dry_run })
    expect(status, text).toBe(201)
    expect(body).toMatchObject({ held_back, lines: [{ user_id: paid, amount: '10.00' }], total: '10.00' })
  }
})

test('blocks a distribution until investors are compared with a new watchlist', async () => {
  const id = await createHolder({ first_name: 'Ada', last_name: 'Reyes' })
  const series = await createSeries(id)
  await app.sql`insert into screening_lists (version, entries) values (77, 1)`
  expect((await distribute(series)).body.error).toContain('not yet been screened')
})
