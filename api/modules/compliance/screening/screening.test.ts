import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acquireLease } from '#common/lease'
import { createScreeningMatch, createUser, setVerification } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createScreener } from './screening-job.ts'
import { assertNoOpenMatches, countOpenMatches } from './screening-matches.ts'

let app: TestApp
let officer: Awaited<ReturnType<TestApp['signInAdmin']>>
let owner: typeof officer
const screener = createScreener('test')
beforeAll(async () => {
  app = await startTestApp()
  officer = await app.signInAdmin({ username: 'Officer', roles: ['compliance'] })
  owner = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from users`
  await app.sql`delete from screening_lists`
  await app.sql`delete from screening_names`
})

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `${app.adm}/screening${path}`, {
    headers: officer.headers,
    ...(body !== undefined && { body }),
  })
const readHits = async (query = '') => (await call('GET', `/hits${query}`)).body

const HEADING = 'name,birth date,list,entry id'
const upload = (lines: string | Uint8Array<ArrayBuffer>, name = 'list.csv') => {
  const form = new FormData()
  form.set('file', new File([lines], name, { type: 'text/csv' }))
  return app.call('POST', `${app.adm}/screening/list`, { headers: officer.headers, raw: form })
}
/** Uploads a watchlist and screens everyone due. */
async function screen(...lines: string[]) {
  const { status, text } = await upload([HEADING, ...lines].join('\n'))
  expect(status, text).toBe(201)
  return screener.screenDue()
}
const ada = () => createUser(app.db, { first_name: 'Ada', last_name: 'Reyes' })

test('compares the full name and the checked date of birth of a verification once given', async () => {
  const user = await ada()
  await screen('Ada Quartz,1980-04-02,EU,1', 'Ada Reyes,,EU,2', 'Ada Quartz,1951-01-01,EU,3')
  expect((await readHits()).hits).toMatchObject([{ entry_id: '2' }])
  await setVerification(app.db, user.id)
  await app.sql`insert into verification_decisions (user_id, item, decision) values (${user.id}, 'identity', 'accepted')`
  expect(await screener.screenDue()).toBe(1)
  // Matches found under the names of the account stay: a person decides whether they are still relevant.
  expect((await readHits('?state=open&sort=created_at')).hits).toMatchObject([
    { entry_id: '2', user_name: 'Ada Reyes' },
    { entry_id: '1', user_name: 'Ada Quartz' },
  ])
})

test('reports that no one is screened until there is a watchlist', async () => {
  const user = await ada()
  expect(await screener.screenDue()).toBe(0)
  const { hits, screening } = await readHits()
  expect(hits).toEqual([])
  expect(screening).toMatchObject({ source: 'none', entries: 0, threshold: 85, investors: 1, screened: 0 })
  expect(await countOpenMatches(user.id)).toBe(0)
})

test('a failure leaves the screening to other servers', async () => {
  await ada()
  await upload(`${HEADING}\nAda Reyes,,EU,1`)
  // Keeps the server's own job from screening in between.
  await acquireLease('screening', 'test', 600_000)
  await app.sql`alter table screenings add constraint broken check (false) not valid`
  try {
    await expect(screener.screenDue()).rejects.toThrow()
  } finally {
    await app.sql`alter table screenings drop constraint broken`
  }
  const held = await app.sql`select from feed_leases where name = 'screening' and expires_at > now()`
  expect(held).toEqual([])
})

describe('a watchlist', () => {
  test('is accepted with quotes, reordered columns and a byte order mark, and is audited', async () => {
    const text = '\uFEFFEntry ID;x\n'
    expect((await upload(text)).status).toBe(422)
    const { status, body } = await upload(
      `\uFEFF"List","Entry ID","Birth Date","Name"\r\n"EU","7","1962","Reyes, ""Ada"""\r\nEU,8,,Владимир Соколов\r\n`,
      'eu.csv',
    )
    expect(status).toBe(201)
    expect(body.screening).toMatchObject({
      source: 'list',
      entries: 2,
      filename: 'eu.csv',
      uploaded_by: 'Officer',
    })
    expect(await app.sql`select name, birth_date, entry_id from screening_names order by id`).toEqual([
      { name: 'Reyes, "Ada"', birth_date: '1962', entry_id: '7' },
      { name: 'Владимир Соколов', birth_date: '', entry_id: '8' },
    ])
    const [entry] =
      await app.sql`select after, admin_id from audit_log where action = 'screening.upload_list'`
    expect(entry).toMatchObject({ admin_id: officer.admin.id, after: { filename: 'eu.csv', entries: 2 } })
  })

  test('is rejected if its names are already in force, in any order, with file name and date', async () => {
    await upload(`${HEADING}\nAda Reyes,,EU,1\nBo Lind,1962,EU,2`, 'eu.csv')
    const again = await upload(`list,entry id,name,birth date\nEU,2,Bo Lind,1962\nEU,1,Ada Reyes,`, 'new.csv')
    expect(again.status).toBe(409)
    expect(again.body.error).toMatch(
      /^This watchlist is identical to the current one \(eu\.csv, uploaded \w+ \d+, \d{4} at \d\d:\d\d UTC\)\./,
    )
    expect((await readHits()).screening).toMatchObject({ filename: 'eu.csv', entries: 2 })
    expect((await upload(`${HEADING}\nAda Reyes,,EU,1\nBo Lind,1963,EU,2`)).status).toBe(201)
  })

  test('is recorded with the number of names added and removed, but without the names', async () => {
    await upload(`${HEADING}\nAda Reyes,,EU,1\nBo Lind,,EU,2`)
    await upload(`${HEADING}\nAda Reyes,,EU,1\nCy Marl,,EU,3\nDi Orr,,EU,4`)
    const [entry] =
      await app.sql`select after from audit_log where action = 'screening.upload_list' order by id desc limit 1`
    expect(entry?.after).toMatchObject({ entries: 3, names_added: 2, names_removed: 1 })
    expect(JSON.stringify(entry?.after)).not.toContain('Cy Marl')
  })

  test('is rejected if it is not in UTF-8, with the first invalid line and what to do', async () => {
    await upload(`${HEADING}\nKept One,,EU,1`)
    const lines = [HEADING, 'Ada Reyes,,EU,1', 'J\xF6rg Lind,,EU,2', 'Ren\xE9 Marl,,EU,3']
    const { status, body } = await upload(Uint8Array.from(Buffer.from(lines.join('\n'), 'latin1')))
    expect(status).toBe(422)
    expect(body.details).toEqual([
      {
        path: '/file',
        message: 'Line 3 is not valid UTF-8. Save the file as UTF-8 and upload it again',
      },
    ])
    expect(await app.sql`select name from screening_names`).toEqual([{ name: 'Kept One' }])
    expect((await upload(lines.join('\n'))).status).toBe(201)
    expect(await app.sql`select name from screening_names where entry_id = '2'`).toEqual([
      { name: 'J\xF6rg Lind' },
    ])
  })

  test('is accepted with semicolons or tabs between the cells', async () => {
    for (const sign of [';', '\t']) {
      const text = [HEADING, `"Reyes, Ada",1962-03-02,EU,1`].map((line) => line.replace(/,(?! )/g, sign))
      expect((await upload(text.join('\n'))).status, sign).toBe(201)
      expect(await app.sql`select name, birth_date from screening_names`).toEqual([
        { name: 'Reyes, Ada', birth_date: '1962-03-02' },
      ])
      await app.sql`delete from screening_lists`
    }
  })

  test('keeps the year of an unclear date of birth, and counts such dates in the audit log', async () => {
    const { status } = await upload(
      `${HEADING}\nAda Reyes,circa 1999,EU,1\nBo Lind,unknown,EU,2\nCy Marl,1971,EU,3`,
    )
    expect(status).toBe(201)
    expect(await app.sql`select birth_date from screening_names order by entry_id`).toEqual([
      { birth_date: '1999' },
      { birth_date: '' },
      { birth_date: '1971' },
    ])
    const [entry] =
      await app.sql`select after from audit_log where action = 'screening.upload_list' order by id desc limit 1`
    expect(entry?.after).toMatchObject({ unclear_birth_dates: 2 })
  })

  test('of commas alone is rejected with the line number', async () => {
    const text = `${HEADING}\nAda Reyes,,EU,1\n${','.repeat(9_800_000)}`
    const { status, body } = await upload(text)
    expect(status).toBe(422)
    expect(body.details).toEqual([
      {
        path: '/file',
        message: 'Line 3 has more than 100 columns. Keep name, birth date, list and entry id',
      },
    ])
    const lines = await upload(`${HEADING}${'\n'.repeat(1_000_000)}`)
    expect(JSON.stringify(lines.body)).toContain('up to 200,000 lines')
  })

  test('counts a duplicate name once', async () => {
    const twice = 'Ada Reyes,1962,EU,1\n" Ada Reyes",1962,EU,1'
    const { body } = await upload(`${HEADING}\n${twice}\nAda Reyes,,EU,1\nAda Reyes,1962,EU,2`)
    expect(body.screening.entries).toBe(3)
    const [entry] =
      await app.sql`select after from audit_log where action = 'screening.upload_list' order by id desc limit 1`
    expect(entry?.after).toMatchObject({ entries: 3, names_added: 3 })
  })

  test.each([
    ['without a column', 'name,list,entry id\nA B,EU,1', 'Missing: birth date'],
    ['with a date that does not exist', `${HEADING}\nA B,1962-02-31,EU,1`, 'Line 2: birth date'],
    ['with an empty name', `${HEADING}\nA B,,EU,1\n" ",,EU,2`, 'Line 3: name is missing'],
    ['without an entry id', `${HEADING}\nA B,,EU,`, 'Line 2: entry id is missing'],
    ['with an open quotation mark', `${HEADING}\n"A B,,EU,1`, 'not a valid CSV file'],
    ['without names', HEADING, 'The watchlist contains no names'],
    ['that is empty', '', ''],
  ])('is rejected %s, and the former one stays in force', async (_, text, sentence) => {
    await upload(`${HEADING}\nKept One,,EU,1`)
    const { status, body } = await upload(text)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(sentence)
    expect(await app.sql`select name from screening_names`).toEqual([{ name: 'Kept One' }])
  })

  test('of 10,000 names is compared with 500 investors in one go', async () => {
    await app.sql`insert into users (email, password_hash, first_name, last_name)
      select 'many-' || n || '@lodefield.example', '!', 'Investor' || chr(97 + n % 26), 'Number' || n
      from generate_series(1, 500) as n`
    const lines = Array.from({ length: 10_000 }, (_, at) => `Listed Person${at},,EU,${at}`)
    expect(await screen(...lines, 'Number250 Investorq,,EU,found')).toBe(500)
    expect((await readHits()).hits.map(({ entry_id }: { entry_id: string }) => entry_id)).toContain('found')
    expect((await readHits()).screening).toMatchObject({ investors: 500, screened: 500 })
  })
})

describe('a screening match', () => {
  test('is found by a similar name, is open, and blocks the verification until it is resolved', async () => {
    const user = await ada()
    await createUser(app.db, { first_name: 'Viktor', last_name: 'Marlowe' })
    expect(await screen('"REYEZ, Ada",1962-03-02,EU,7', 'Somebody Else,,EU,8')).toBe(2)
    const { hits, screening } = await readHits()
    expect(hits).toHaveLength(1)
    expect(hits[0]).toMatchObject({
      user_id: user.id,
      user_name: 'Ada Reyes',
      list: 'EU',
      entry_id: '7',
      entry_name: 'REYEZ, Ada',
      entry_birth_date: '1962-03-02',
      state: 'open',
      decided_by: '',
    })
    expect(hits[0].score).toBeGreaterThanOrEqual(85)
    expect(screening).toMatchObject({ source: 'list', investors: 2, screened: 2, open_hits: 1 })
    expect(await countOpenMatches(user.id)).toBe(1)
    await expect(assertNoOpenMatches(user.id)).rejects.toThrow(
      'An open screening match must be resolved first',
    )

    const path = `/hits/${hits[0].id}`
    expect((await call('PUT', path, { decision: 'no_match' })).status).toBe(422)
    expect((await call('PUT', path, { decision: 'no_match', reason: '  ' })).status).toBe(422)
    expect((await call('PUT', path, { decision: 'open', reason: 'x' })).status).toBe(422)
    const { status, body } = await call('PUT', path, {
      decision: 'no_match',
      reason: 'Born in another country',
      updated_at: hits[0].updated_at,
    })
    expect(status).toBe(200)
    expect(body.hit).toMatchObject({
      state: 'no_match',
      decided_by: 'Officer',
      reason: 'Born in another country',
    })
    expect(await countOpenMatches(user.id)).toBe(0)
    await assertNoOpenMatches(user.id)
    const stale = await call('PUT', path, { decision: 'match', reason: 'x', updated_at: hits[0].updated_at })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])
    const [entry] = await app.sql`select before, after from audit_log where action = 'screening.decide'`
    expect(entry).toMatchObject({ before: { state: 'open' }, after: { state: 'no_match', user_id: user.id } })
    expect(JSON.stringify(entry)).not.toContain('Reyes')
  })

  test('blocks a verification until the investor is compared with a new watchlist', async () => {
    const user = await ada()
    await screen('Somebody New,,EU,8')
    expect((await upload([HEADING, 'Ada Reyes,,EU,7'].join('\n'))).status).toBe(201)
    const verify = () =>
      app.call('PUT', `${app.adm}/users/${user.id}/verification`, {
        headers: owner.headers,
        body: { is_verified: true, reason: 'Met in person' },
      })
    const early = await verify()
    expect([early.status, early.body.error]).toEqual([409, expect.stringContaining('not yet been screened')])
    await screener.screenDue()
    const found = await verify()
    expect([found.status, found.body.error]).toEqual([409, expect.stringContaining('must be resolved first')])
  })

  test('that is confirmed ends a verification in force without telling the investor', async () => {
    const user = await ada()
    await setVerification(app.db, user.id, {
      state: 'verified',
      submitted_at: new Date(),
      decided_at: new Date(),
    })
    await app.sql`update users set is_verified = true where id = ${user.id}`
    const hit = await createScreeningMatch(app.db, { user_id: user.id })
    const decided = await call('PUT', `/hits/${hit.id}`, { decision: 'match', reason: 'Same passport' })
    expect(decided.status).toBe(200)
    const [state] =
      await app.sql`select is_verified, state from users join verifications on user_id = id where id = ${user.id}`
    expect(state).toEqual({ is_verified: false, state: 'expired' })
    expect(await app.sql`select title from notifications where user_id = ${user.id}`).toEqual([])
    // Confirmed again: there is no verification left to end.
    const again = await call('PUT', `/hits/${hit.id}`, { decision: 'match', reason: 'Same birth place' })
    expect(again.status).toBe(200)
  })

  test('is not raised again once it is resolved, unless the entry changes', async () => {
    const user = await ada()
    await screen('Ada Reyes,,EU,7')
    const [hit] = (await readHits()).hits
    await call('PUT', `/hits/${hit.id}`, { decision: 'no_match', reason: 'Another person' })
    await screen('Ada Reyes,,EU,7', 'Somebody New,,EU,8')
    expect((await readHits()).hits).toMatchObject([{ id: hit.id, state: 'no_match' }])
    await screen('Ada Reyes,1962,EU,7')
    expect((await readHits()).hits).toMatchObject([
      { id: hit.id, state: 'open', reason: '', entry_birth_date: '1962' },
    ])
    expect(await countOpenMatches(user.id)).toBe(1)
  })

  test('is reopened after a change of identity if it was cleared, but not if it was confirmed', async () => {
    const user = await ada()
    await setVerification(app.db, user.id)
    await app.sql`update verifications set answers = jsonb_set(answers, '{identity,full_name}', '"Ada Reyes"') where user_id = ${user.id}`
    await screen('Ada Reyes,,EU,7', 'Ada Reyes,,EU,8')
    const { hits } = await readHits('?sort=created_at')
    const [dismissed, confirmed] = hits
    await call('PUT', `/hits/${dismissed.id}`, { decision: 'no_match', reason: 'Another person' })
    await call('PUT', `/hits/${confirmed.id}`, { decision: 'match', reason: 'The same passport' })
    for (const [path, value] of [
      ['{identity,birth_date}', '1971-02-03'],
      ['{identity,nationality}', 'France'],
      ['{address,country}', 'Norway'],
    ] as const) {
      await app.sql`update verifications set answers = jsonb_set(answers, ${path}::text[], to_jsonb(${value}::text)) where user_id = ${user.id}`
      expect(await screener.screenDue(), path).toBe(1)
      const states = Object.fromEntries(
        (await readHits()).hits.map(({ id, state }: { id: number; state: string }) => [id, state]),
      )
      expect(states, path).toEqual({ [dismissed.id]: 'open', [confirmed.id]: 'match' })
      await call('PUT', `/hits/${dismissed.id}`, { decision: 'no_match', reason: 'Another person' })
    }
    await screen('Ada Reyes,,EU,7', 'Ada Reyes,,EU,8', 'Somebody New,,EU,9')
    expect((await readHits('?state=open')).hits).toEqual([])
  })

  test('disappears with its watchlist entry while it is open, and stays once it is resolved', async () => {
    await ada()
    await screen('Ada Reyes,,EU,7', 'Ada Reyes,,UN,7')
    const { hits } = await readHits()
    expect(hits).toHaveLength(2)
    const eu = hits.find(({ list }: { list: string }) => list === 'EU')
    await call('PUT', `/hits/${eu.id}`, { decision: 'match', reason: 'The same passport' })
    await screen('Nobody Known,,EU,9')
    expect((await readHits()).hits).toMatchObject([{ id: eu.id, state: 'match' }])
  })

  test('is one row for an entry with several names, with the best matching one', async () => {
    await ada()
    await screen('Adda Reyez,,EU,7', 'Ada Reyes,,EU,7')
    expect((await readHits()).hits).toMatchObject([{ entry_name: 'Ada Reyes', score: 100 }])
  })

  test('is searched for again when the name of an investor or the threshold changes', async () => {
    const user = await createUser(app.db, { first_name: 'Ada', last_name: 'Lind' })
    expect(await screen('Ada Reyes,,EU,7')).toBe(1)
    expect((await readHits()).hits).toEqual([])
    await app.sql`update users set last_name = 'Reyez' where id = ${user.id}`
    expect(await screener.screenDue()).toBe(1)
    expect((await readHits()).hits).toHaveLength(1)
    const owner = await app.signInAdmin()
    const set = (screening_threshold: number) =>
      app.call('PUT', `${app.adm}/settings`, { headers: owner.headers, body: { screening_threshold } })
    expect((await set(49)).status).toBe(422)
    expect((await set(99)).body.settings.screening_threshold).toBe(99)
    expect(await screener.screenDue()).toBe(1)
    expect((await readHits()).hits).toEqual([])
    await set(85)
  })

  test('is erased with the account', async () => {
    const owner = await app.signInAdmin()
    const user = await ada()
    const dismissed = { state: 'no_match', reason: 'Another birth place', decided_at: new Date() } as const
    await createScreeningMatch(app.db, { user_id: user.id, ...dismissed })
    await app.call('DELETE', `${app.adm}/users/${user.id}`, { headers: owner.headers })
    expect((await readHits()).hits).toEqual([])
  })

  test('is listed by state, investor and search words, and exported', async () => {
    const [one, two] = [await ada(), await createUser(app.db, { first_name: 'Bo', last_name: 'Lind' })]
    await createScreeningMatch(app.db, { user_id: one.id, entry_name: 'Ada Reyes', list: 'EU' })
    await createScreeningMatch(app.db, {
      user_id: two.id,
      user_name: 'Bo Lind',
      entry_name: 'Bo Lindh',
      list: 'UN',
    })
    expect((await readHits(`?user=${two.id}`)).hits).toMatchObject([{ entry_name: 'Bo Lindh' }])
    expect((await readHits('?search=reyes')).hits).toMatchObject([{ user_id: one.id }])
    expect((await readHits('?state=match')).hits).toEqual([])
    const file = await call('GET', '/hits/export?search=lindh')
    expect(file.text).toContain('Bo Lindh')
    expect(file.text).not.toContain('Reyes')
  })

  test('is listed before resolved ones while it is open, by highest score, then longest wait', async () => {
    const add = async (entry_id: string, score: number, decided = false) => {
      const user = await ada()
      await createScreeningMatch(app.db, {
        user_id: user.id,
        entry_id,
        score,
        ...(decided && { state: 'no_match', reason: 'Another', decided_at: new Date() }),
      })
    }
    await add('older', 91)
    await add('decided', 100, true)
    await add('newer', 91)
    await add('equal', 100)
    await app.sql`update screening_hits set created_at = now() - interval '1 day' where entry_id = 'older'`
    const ids = (await readHits()).hits.map(({ entry_id }: { entry_id: string }) => entry_id)
    expect(ids).toEqual(['equal', 'older', 'newer', 'decided'])
  })

  test('is not available to support and auditors', async () => {
    for (const role of ['support', 'auditor', 'operator'] as const) {
      const { headers } = await app.signInAdmin({ roles: [role] })
      expect((await app.call('GET', `${app.adm}/screening/hits`, { headers })).status).toBe(403)
    }
  })
})
