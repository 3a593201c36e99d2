/** Every name by which an account is known is compared, whatever the form says meanwhile. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verificationDecisions } from '#db/schema/verifications'
import { completeAnswers, createTransaction, createUser, setVerification } from '#db/seed/factories'
import { dayFromNow } from '#db/seed/series-factories'
import { itemsOf } from '#shared/enums/verifications'
import { startTestApp, type TestApp } from '#testing'
import { createScreener } from './screen.ts'

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

/** An investor with cash who has saved a form. */
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
    .values(itemsOf(kind).map((item) => ({ user_id: id, item, decision: 'accepted' as const })))
}
const withdraw = (id: number) =>
  call('POST', `/user/${id}/transactions`, { type: 'withdrawal', amount: '10.00', date: dayFromNow(0) })
const verify = (id: number) =>
  call('PUT', `/verifications/${id}`, { action: 'verify', verified_until: dayFromNow(300) })
async function expectStopped(id: number) {
  for (const { status, body } of [await withdraw(id), await verify(id)])
    expect([status, body.error]).toEqual([409, expect.stringContaining('must be decided first')])
}

const entity = (name: string, ...people: string[]) => ({
  ...completeAnswers,
  entity: {
    name,
    registration_number: '7',
    country: 'CH',
    people: people.map((full_name) => ({ full_name, role: 'Owner', share_percent: '10' })),
  },
})

test('a draft with another name does not hide the name of the account', async () => {
  const id = await createInvestor(listed, { identity: { full_name: 'Bo Lind' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe', entry_id: '7', score: 100 }])
  await accept(id)
  await expectStopped(id)
})

test('the name of the form is compared beside that of the account', async () => {
  const id = await createInvestor(unlisted, { identity: { full_name: 'Viktor Marlowe' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([
    { user_name: 'Viktor Marlowe', account_name: 'Bo Lind', entry_id: '7' },
  ])
})

test('an account that is renamed after its draft is compared again', async () => {
  const id = await createInvestor(unlisted, { identity: { full_name: 'Bo Lind' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toEqual([])
  await app.sql`update users set ${app.sql(listed)} where id = ${id}`
  expect((await withdraw(id)).body.error).toContain('not been compared')
  await screener.screenDue()
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe' }])
})

test('the name that was verified is compared until another one is', async () => {
  const id = await createInvestor(unlisted, { identity: { full_name: 'Bo Lind' } })
  await app.sql`update users set verified_name = 'Viktor Marlowe' where id = ${id}`
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe', user_birth_date: '' }])
})

test.each([
  ['the account', listed, {}],
  ['the form', unlisted, { full_name: 'Viktor Marlowe' }],
])('a birth date that nobody has checked takes nothing off the name of %s', async (_, name, identity) => {
  const id = await createInvestor(name, { identity: { ...identity, birth_date: '1999-01-02' } })
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([
    { score: 100, user_birth_date: '1999-01-02', is_birth_checked: false },
  ])
  await accept(id)
  await expectStopped(id)
})

test('a birth date that nobody has checked makes a poor spelling more likely', async () => {
  const one = await createInvestor(unlisted, { identity: { full_name: 'Viktor Marluve' } })
  const same = await createInvestor(unlisted, {
    identity: { full_name: 'Viktor Marluve', birth_date: '1961-05-06' },
  })
  await screen(LISTED)
  const [[without], [withDate]] = [await hitsOf(one), await hitsOf(same)]
  expect(withDate.score).toBeGreaterThan(without.score)
})

test('a checked birth date takes off, and an unchecked one does no longer', async () => {
  const id = await createInvestor(listed, {
    identity: { full_name: 'Viktor Marlowe', birth_date: '1999-01-02' },
  })
  await accept(id)
  await screen(LISTED)
  expect(await hitsOf(id)).toEqual([])
  await app.sql`delete from verification_decisions where user_id = ${id} and item = 'identity'`
  expect((await withdraw(id)).body.error).toContain('not been compared')
  await screener.screenDue()
  expect(await hitsOf(id)).toMatchObject([{ score: 100, state: 'open' }])
})

test('the check of a birth date leaves dismissed hits alone, keeps open ones and needs no comparison', async () => {
  const identity = { full_name: 'Viktor Marlowe', birth_date: '1961-05-06' }
  const id = await createInvestor(listed, { identity })
  await screen(LISTED, 'Viktor Marlowe,,UN,8')
  const [dismissed, open] = await hitsOf(id)
  await dismiss(dismissed)
  await accept(id)
  expect((await withdraw(id)).body.error).toContain('must be decided first')
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
  '%s on the list stops withdrawal and verification, before it is accepted and after',
  async (_, answers, name) => {
    const id = await createInvestor(unlisted, answers)
    const later = await createInvestor(unlisted, completeAnswers)
    await screen('Marlowe Viktor Holding,,EU,7', LISTED.replace('EU,7', 'EU,8'), 'Somebody Else,,EU,9')
    const [hit] = await hitsOf(id)
    expect(hit).toMatchObject({ user_name: name, user_birth_date: '', account_name: 'Bo Lind', score: 100 })
    expect((await withdraw(id)).body.error).toContain('must be decided first')
    await accept(id, 'entity')
    await expectStopped(id)
    await say(later, answers)
    await accept(later, 'entity')
    expect((await verify(later)).body.error).toContain('not been compared')
    await screener.screenDue()
    await expectStopped(later)
  },
)

test('the name that is most like an entry is kept, one row for each entry', async () => {
  const id = await createInvestor(
    { first_name: 'Victor', last_name: 'Marlow' },
    entity('Quiet Water', 'Viktor Marlowe'),
  )
  await screen(LISTED)
  expect(await hitsOf(id)).toMatchObject([{ user_name: 'Viktor Marlowe', score: 100 }])
})

test('an account without other names and with a checked birth date has the hash it always had', async () => {
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
