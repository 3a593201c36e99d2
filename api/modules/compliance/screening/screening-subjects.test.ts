/** Every name of an account is compared, whatever the form currently says. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { acquireLease } from '#common/lease'
import { verificationDecisions } from '#db/schema/compliance/verifications'
import { createTransaction, createUser, setVerification, validAnswers } from '#db/seed/factories'
import { getDayFromNow } from '#db/seed/series-factories'
import { listItems } from '#shared/enums/verifications'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createScreener } from './screening-job.ts'

const LISTED = 'Viktor Marlowe,1961-05-06,EU,7'
const listed = { first_name: 'Viktor', last_name: 'Marlowe' }
const unlisted = { first_name: 'Bo', last_name: 'Lind' }

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
const hitsOf = async (id: number) =>
  (await call('GET', `/screening/hits?user=${id}&sort=created_at`)).body.hits
const dismiss = ({ id }: { id: number }) =>
  call('PUT', `/screening/hits/${id}`, { decision: 'no_match', reason: 'Another person' })

/** An investor with cash and a saved form. */
async function createInvestor(name: { first_name: string; last_name: string }, answers: object = {}) {
  const { id } = await createUser(app.db, name)
  await createTransaction(app.db, { user_id: id, type: 'deposit', amount: '100.00' })
  await setVerification(app.db, id, { answers: { ...answers } })
  return id
}
const say = (id: number, answers: object) => setVerification(app.db, id, { answers: { ...answers } })
async function accept(id: number, kind: 'person' | 'entity' = 'person') {
  await app.sql`update verifications set state = 'in_review', submitted_at = now(), kind = ${kind} where user_id = ${id}`
  await app.db
    .insert(verificationDecisions)
    .values(listItems(kind).map((item) => ({ user_id: id, item, decision: 'accepted' as const })))
}
const withdraw = (id: number) =>
  call('POST', `/user/${id}/transactions`, { type: 'withdrawal', amount: '10.00', date: getDayFromNow(0) })
const verify = (id: number) =>
  call('PUT', `/verifications/${id}`, { action: 'verify', verified_until: getDayFromNow(300) })
async function expectStopped(id: number) {
  for (const { status, body } of [await withdraw(id), await verify(id)])
    expect([status, body.error]).toEqual([409, expect.stringContaining('must be resolved first')])
}

const entity = (name: string, ...people: string[]) => ({
  ...validAnswers,
  entity: {
    name,
    registration_number: '7',
    country: 'CH',
    people: people.map((full_name) => ({ full_name, role: 'Owner', share_percent: '10' })),
  },
})

test('compares the name of the account despite another name in a draft', async () => {
  const id = await createInvestor(listed, { identity: { full_name: 'Bo Lind' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe', entry_id: '7', score: 100 }])
  await accept(id)
  await expectStopped(id)
})

test('compares the name in the form as well as that of the account', async () => {
  const id = await createInvestor(unlisted, { identity: { full_name: 'Viktor Marlowe' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([
    { user_name: 'Viktor Marlowe', account_name: 'Bo Lind', entry_id: '7' },
  ])
})

test('compares an account again if it is renamed after its draft', async () => {
  const id = await createInvestor(unlisted, { identity: { full_name: 'Bo Lind' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toEqual([])
  await app.sql`update users set ${app.sql(listed)} where id = ${id}`
  expect((await withdraw(id)).body.error).toContain('not yet been screened')
  await screener.screenDue()
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe' }])
})

test('compares a name before its investor replaces it', async () => {
  await screen(LISTED)
  const { user, headers } = await app.signIn(listed)
  const { status, text } = await app.call('PUT', '/user/profile', { headers, body: unlisted })
  expect(status, text).toBe(200)
  expect(await hitsOf(user.id)).toMatchObject([
    { user_name: 'Viktor Marlowe', account_name: 'Bo Lind', state: 'open' },
  ])
  await screener.screenDue()
  expect(await hitsOf(user.id)).toHaveLength(1)
})

test('compares the verified name until another one is verified', async () => {
  const id = await createInvestor(unlisted, { identity: { full_name: 'Bo Lind' } })
  await app.sql`update users set verified_name = 'Viktor Marlowe' where id = ${id}`
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe', user_birth_date: '' }])
})

test.each([
  ['the account', listed, {}],
  ['the form', unlisted, { full_name: 'Viktor Marlowe' }],
])('does not lower the score of a name for an unchecked date of birth: %s', async (_, name, identity) => {
  const id = await createInvestor(name, { identity: { ...identity, birth_date: '1999-01-02' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([
    { score: 100, user_birth_date: '1999-01-02', is_birth_checked: false },
  ])
  await accept(id)
  await expectStopped(id)
})

test('raises the score of a weak match with an unchecked date of birth', async () => {
  const one = await createInvestor(unlisted, { identity: { full_name: 'Viktor Marluve' } })
  const same = await createInvestor(unlisted, {
    identity: { full_name: 'Viktor Marluve', birth_date: '1961-05-06' },
  })
  await screen(LISTED)
  const [[without], [withDate]] = [await hitsOf(one), await hitsOf(same)]
  expect(withDate.score).toBeGreaterThan(without.score)
})

test('lowers the score for another date of birth only while it is checked', async () => {
  const id = await createInvestor(listed, {
    identity: { full_name: 'Viktor Marlowe', birth_date: '1999-01-02' },
  })
  await accept(id)
  await screen(LISTED)
  expect(await hitsOf(id)).toEqual([])
  await app.sql`delete from verification_decisions where user_id = ${id} and item = 'identity'`
  expect((await withdraw(id)).body.error).toContain('not yet been screened')
  await screener.screenDue()
  expect(await hitsOf(id)).toMatchObject([{ score: 100, state: 'open' }])
})

test('keeps cleared and open matches without a new comparison when a date of birth is checked', async () => {
  const identity = { full_name: 'Viktor Marlowe', birth_date: '1961-05-06' }
  const id = await createInvestor(listed, { identity })
  await screen(LISTED, 'Viktor Marlowe,,UN,8')
  const [dismissed, open] = await hitsOf(id)
  await dismiss(dismissed)
  await accept(id)
  expect((await withdraw(id)).body.error).toContain('must be resolved first')
  await screen(LISTED, 'Viktor Marlowe,,UN,8', 'Somebody New,,UN,9')
  expect(await hitsOf(id)).toMatchObject([
    { id: dismissed.id, state: 'no_match' },
    { id: open.id, state: 'open' },
  ])
})

test.each([
  ['an entity', entity('Marlowe Viktor Holding', 'Bo Lind'), 'Marlowe Viktor Holding'],
  ['an owner of an entity', entity('Quiet Water', 'Cy Orr', 'Viktor Marlowe'), 'Viktor Marlowe'],
])(
  '%s on the watchlist blocks withdrawal and verification, before it is accepted and after',
  async (_, answers, name) => {
    const id = await createInvestor(unlisted, answers)
    const later = await createInvestor(unlisted, validAnswers)
    await screen('Marlowe Viktor Holding,,EU,7', LISTED.replace('EU,7', 'EU,8'), 'Somebody Else,,EU,9')
    const [hit] = await hitsOf(id)
    expect(hit).toMatchObject({ user_name: name, user_birth_date: '', account_name: 'Bo Lind', score: 100 })
    expect((await withdraw(id)).body.error).toContain('must be resolved first')
    await accept(id, 'entity')
    await expectStopped(id)
    await say(later, answers)
    await accept(later, 'entity')
    expect((await verify(later)).body.error).toContain('not yet been screened')
    await screener.screenDue()
    await expectStopped(later)
  },
)

test('keeps the name most similar to an entry, one row per entry', async () => {
  const id = await createInvestor(
    { first_name: 'Victor', last_name: 'Marlow' },
    entity('Quiet Water', 'Viktor Marlowe'),
  )
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe', score: 100 }])
})

test('keeps the hash of an account with no other names and a checked date of birth', async () => {
  const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex')
  const hashOf = async (id: number) =>
    (await app.sql`select identity from screenings where user_id = ${id}`)[0]?.identity
  const plain = await createInvestor(unlisted)
  const checked = await createInvestor(unlisted, {
    identity: { full_name: 'Bo Lind', birth_date: '1980-04-02', nationality: 'Norway' },
    address: { country: 'CH' },
  })
  await accept(checked)
  const typed = await createInvestor(unlisted, {
    identity: { full_name: 'Bo Lind', birth_date: '1980-04-02' },
  })
  await app.sql`update users set country = 'Norway' where id in (${plain}, ${checked}, ${typed})`
  await screen(LISTED)
  expect(await hashOf(plain)).toBe(sha256('Bo Lind', '', '', 'Norway'))
  expect(await hashOf(checked)).toBe(sha256('Bo Lind', '1980-04-02', 'Norway', 'CH'))
  expect(await hashOf(typed)).not.toBe(sha256('Bo Lind', '1980-04-02', '', 'Norway'))
})

describe('drafts that are saved repeatedly', () => {
  const resting = createScreener('test', 30)
  /** Keeps the server from screening in between. */
  const hold = () => acquireLease('screening', 'test', 600_000)
  async function screenResting(): Promise<number> {
    const count = await resting.screenDue()
    await hold()
    return count
  }
  beforeEach(async () => {
    await hold()
  })
  const people = Array.from({ length: 20 }, (_, at) => ({ full_name: `Filler Person ${at}` }))
  async function start(name: { first_name: string; last_name: string }) {
    const { user, session, headers } = await app.signIn(name)
    const csrf = createCsrfToken(session.id, app.config.TOKEN_SECRET)
    const save = async (name: string) => {
      const { status, text } = await app.call('PUT', '/user/verification', {
        headers: { ...headers, 'x-csrf-token': csrf },
        body: { kind: 'entity', entity: { name, people } },
      })
      expect(status, text).toBe(200)
    }
    return { id: user.id, save }
  }
  /** Lets the rest period of an account pass. */
  const wait = (id: number) =>
    app.sql`update screenings set screened_at = screened_at - interval '31 s' where user_id = ${id}`
  const isCompared = async (id: number) =>
    (await app.sql`select 1 from screenings where user_id = ${id}`).length === 1

  test('are compared at first, then once after a rest period, with the names saved last', async () => {
    await screen('Marlowe Viktor Holding,,EU,7', 'Somebody Else,,EU,9')
    await hold()
    const { id, save } = await start(unlisted)
    await save('Quiet Water One')
    expect(await screenResting()).toBe(1)
    for (const name of ['Quiet Water Two', 'Quiet Water Three', 'Marlowe Viktor Holding']) {
      await save(name)
      expect(await screenResting()).toBe(0)
    }
    // Meanwhile the investor counts as not compared.
    expect((await withdraw(id)).body.error).toContain('not yet been screened')
    const { investors, screened } = (await call('GET', '/screening/hits')).body.screening
    expect(screened).toBe(investors - 1)
    await wait(id)
    expect(await screenResting()).toBe(1)
    expect(await hitsOf(id)).toMatchObject([{ user_name: 'Marlowe Viktor Holding' }])
    expect(await screenResting()).toBe(0)
  })

  test('are compared without a rest period once they are submitted, or with another watchlist', async () => {
    await screen(LISTED)
    await hold()
    const { id, save } = await start(unlisted)
    await screenResting()
    await save('Quiet Water')
    expect(await screenResting()).toBe(0)
    await app.sql`update verifications set state = 'submitted', submitted_at = now() where user_id = ${id}`
    expect(await screenResting()).toBe(1)
    await app.sql`update verifications set state = 'in_progress' where user_id = ${id}`
    await save('Quieter Water')
    expect(await screenResting()).toBe(0)
    await app.sql`update screening_lists set version = version + 1`
    expect(await screenResting()).toBeGreaterThan(0)
    expect((await withdraw(id)).body.error ?? '').not.toContain('not yet been screened')
  })

  test('come after investors who were never compared, in batches of their own', async () => {
    await screen(LISTED)
    await hold()
    const saving = await Promise.all(Array.from({ length: 7 }, () => start(unlisted)))
    await screenResting()
    for (const { id, save } of saving) {
      await save('Quiet Water')
      await wait(id)
    }
    const newest = await createUser(app.db, listed)
    const ids = saving.map(({ id }) => id)
    // Comparisons are stored batch by batch, and so are their times.
    expect(await screenResting()).toBe(8)
    expect(await isCompared(newest.id)).toBe(true)
    const times = await app.sql`select distinct screened_at > (select screened_at from screenings
      where user_id = ${newest.id}) as is_later from screenings where user_id in ${app.sql(ids)}`
    expect(times).toEqual([{ is_later: true }])
    const batches =
      await app.sql`select distinct screened_at from screenings where user_id in ${app.sql(ids)}`
    expect(batches).toHaveLength(2)
  })
})
