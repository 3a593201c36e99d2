import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { provideServices } from '#common/service-container'
import { seriesDocumentVersions } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { proofFailures } from '#db/schema/holdings/proof'
import { createToken, createUser } from '#db/seed/factories'
import { createAttestation, createSeriesDocument, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import { formatLongDate } from '#shared/format-date'
import { checkInclusionProof, type ProofFile, sumLeaves } from '#shared/proof/check-inclusion-proof'
import { checkSnapshot } from '#shared/proof/check-snapshot'
import { computeCommitment } from '#shared/proof/head-commitment'
import { hashSnapshot, snapshotBytes } from '#shared/proof/snapshot'
import { startTestApp, type TestApp } from '#testing/test-app'
import { isDailySnapshotDue, takeDailySnapshot } from './daily-snapshots.ts'
import { deriveProofKeys, getProofKeys } from './proof-keys.ts'
import { getSnapshot } from './snapshots.ts'
import { takeSnapshot } from './take-snapshot.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Deletes all snapshots, which only the owner of the tables can do. */
beforeEach(async () => {
  await app.sql`alter table proof_snapshots disable trigger user`
  await app.sql`alter table proof_failures disable trigger user`
  await app.sql`delete from proof_snapshots`
  await app.sql`delete from proof_failures`
  await app.sql`alter table proof_snapshots enable trigger user`
  await app.sql`alter table proof_failures enable trigger user`
})

const TODAY = getDayFromNow(0)
/** A time today at which the daily snapshot is due. */
const NOON = Date.parse(`${TODAY}T12:00:00Z`)

/** A separate series with these holdings, and its signed-in holders. */
async function createHeld(
  units: readonly string[],
  attestation: Parameters<typeof createAttestation>[1] = {},
) {
  const { token_id } = await createAttestation(app.db, { sha256: 'a'.repeat(64), ...attestation })
  const [token] = await app.db.select().from(tokens).where(eq(tokens.id, token_id))
  const holders = await Promise.all(units.map(() => app.signIn({ is_verified: true })))
  const head = await issueUnits(
    app.db,
    token_id,
    Object.fromEntries(holders.map(({ user }, at) => [user.id, units[at] as string])),
  )
  return { token_id, symbol: token?.symbol ?? '', holders, head }
}

/** A snapshot as published. The API caches its own, including those of other tests. */
const readPublished = async (id: string) =>
  (await app.fetch(new Request(`http://localhost/proof/${id}.json`))).json()

const readProof = async (headers: Record<string, string>): Promise<ProofFile> =>
  (await app.call('GET', '/user/proof', { headers })).body

/** What opens the heads of a snapshot; it is not published. */
async function readOpenedHeads(id: string): Promise<{ audit: string; registers: Record<string, string> }> {
  const [row] = await app.sql<{ audit: string; registers: Record<string, string> }[]>`
    select opened_audit_head as audit, opened_register_heads as registers from proof_snapshots where id = ${id}`
  return row ?? { audit: '', registers: {} }
}

/** The series of a snapshot that a test is about. */
const seriesOf = (snapshot: ProofFile['snapshot'], symbol: string) =>
  snapshot.series.find((one) => one.symbol === symbol)

describe('a snapshot', () => {
  test('shows every series with its units, attestation and head, and proves each holding', async () => {
    const held = await createHeld(['12.5', '0.000001', '300'])
    const listed = await takeSnapshot('daily')
    expect(listed.id).toBe(TODAY)
    const { body: list } = await app.call('GET', '/proof')
    expect(list).toMatchObject({ snapshots: [listed], failures: [], has_earlier: false })
    for (const [at, { headers }] of held.holders.entries()) {
      const file = await readProof(headers)
      const results = await checkInclusionProof(file, { keys: [{ key: list.public_key }] })
      expect(results.filter(({ ok }) => !ok)).toEqual([])
      expect(sumLeaves(file.leaves)).toEqual(
        new Map([[held.symbol, ['12.500000', '0.000001', '300.000000'][at]]]),
      )
      // One millionth cannot be split; every other holding is, so that no leaf is a whole holding.
      expect(file.leaves.length).toBeGreaterThanOrEqual(at === 1 ? 1 : 2)
      expect(file.leaves.length).toBeLessThanOrEqual(4)
      expect(file.version).toBe(2)
      expect(file.opening.account).toBe(`A-${String(held.holders[at]?.user.id).padStart(6, '0')}`)
      const stolen = { ...file, opening: { ...file.opening, account: 'A-999999' } } as ProofFile
      expect(
        (await checkInclusionProof(stolen)).filter(({ ok }) => !ok).map(({ finding }) => finding),
      ).toEqual(file.leaves.map(() => 'opening'))
    }
    const snapshot = await readPublished(TODAY)
    expect(seriesOf(snapshot, held.symbol)).toMatchObject({
      units_in_issue: '312.500001',
      units_held: '1000.000000',
      leaves: 1024,
      attestation_sha256: 'a'.repeat(64),
    })
    const [{ last_hash } = { last_hash: '' }] = await app.sql`select last_hash from audit_head`
    expect(snapshot).toMatchObject({ previous_hash: null })
    const opened = await readOpenedHeads(TODAY)
    expect([opened.audit.slice(64), opened.registers[held.symbol]?.slice(64)]).toEqual([last_hash, held.head])
    expect([snapshot.audit_head, seriesOf(snapshot, held.symbol)?.register_head]).toEqual([
      await computeCommitment(opened.audit),
      await computeCommitment(opened.registers[held.symbol] ?? ''),
    ])
    expect(JSON.stringify(snapshot)).not.toContain(held.head)
  })

  test('names the current documents on the page of a series, each once, and none of a hidden one', async () => {
    const { token_id, symbol } = await createHeld(['5'])
    const hidden = await createHeld(['5'])
    const addVersion = (document_id: number, version: number, sha256: string) =>
      app.db.insert(seriesDocumentVersions).values({
        document_id,
        version,
        filename: `${document_id}-${version}.pdf`,
        original_name: 'file.pdf',
        file_size: 1,
        sha256: sha256.repeat(64),
      })
    // Each begins with a version of zeros: all replaced except the last, which two documents share.
    for (const hashes of [['f'], ['3', 'b'], ['b'], []]) {
      const { id } = await createSeriesDocument(app.db, { token_id })
      for (const [at, hash] of hashes.entries()) await addVersion(id, 2 + at, hash)
    }
    await createSeriesDocument(app.db, { token_id })
    await createSeriesDocument(app.db, { token_id: hidden.token_id })
    await app.db.update(tokens).set({ is_active: false }).where(eq(tokens.id, hidden.token_id))
    await takeSnapshot('daily')
    const snapshot = await readPublished(TODAY)
    expect(seriesOf(snapshot, symbol)?.documents_sha256).toEqual(['0', 'b', 'f'].map((one) => one.repeat(64)))
    expect(seriesOf(snapshot, hidden.symbol)?.documents_sha256).toEqual([])
    const { body } = await app.call('GET', `/proof/${TODAY}`)
    expect(Object.keys(body.series[0])).toContain('documents_sha256')
    // As anyone finds them on the series page.
    const listed = (await app.call('GET', `/tokens/${symbol.slice(1)}`)).body.documents
    expect(new Set(listed.map(({ sha256 }: { sha256: string }) => sha256))).toEqual(
      new Set(seriesOf(snapshot, symbol)?.documents_sha256),
    )
    const results = await checkSnapshot(snapshot, getProofKeys().publicKey)
    expect(results.filter(({ ok }) => !ok)).toEqual([])
  })

  test('refers to the previous one and replaces its proofs', async () => {
    const { holders } = await createHeld(['5'])
    const first = await takeSnapshot('daily')
    const before = await readProof(holders[0]?.headers ?? {})
    const second = await takeSnapshot('command')
    expect(second.id).toBe(`${TODAY}.1`)
    expect((await takeSnapshot('command')).id).toBe(`${TODAY}.2`)
    const chained = await readPublished(second.id)
    expect(chained.previous_hash).toBe(first.hash)
    expect(await hashSnapshot(chained)).toBe(second.hash)
    const after = await readProof(holders[0]?.headers ?? {})
    expect(after.snapshot.id).toBe(`${TODAY}.2`)
    const nonces = [...before.leaves, ...after.leaves].map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(nonces.length)
    const [kept] = await app.sql`select count(distinct snapshot_number)::int as number from proof_nodes`
    expect(kept).toEqual({ number: 1 })
  })

  test('is taken once by two concurrent servers', async () => {
    await createHeld(['5'])
    const results = await Promise.allSettled([takeSnapshot('daily'), takeSnapshot('daily')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await takeSnapshot('daily')).toMatchObject({ id: TODAY })
    expect((await app.call('GET', '/proof')).body.snapshots).toHaveLength(1)
  })

  test('is not published without its audit log entry', async () => {
    await createHeld(['5'])
    const record = () => Promise.reject(new Error('The log is full'))
    await expect(takeSnapshot('command', record)).rejects.toThrow('The log is full')
    const ids = async () => {
      const { body } = await app.call('GET', '/proof')
      return body.snapshots.map(({ id }: { id: string }) => id)
    }
    expect(await ids()).toEqual([TODAY])
    expect((await takeSnapshot('command')).id).toBe(`${TODAY}.1`)
    expect(await ids()).toEqual([`${TODAY}.1`, TODAY])
  })

  test('taken manually comes after the daily one, so that ids grow and no checker rejects the chain', async () => {
    await createHeld(['5'])
    expect((await takeSnapshot('command')).id).toBe(`${TODAY}.1`)
    expect(await takeSnapshot('daily')).toMatchObject({ id: TODAY })
    await takeDailySnapshot(NOON)
    expect((await takeSnapshot('command')).id).toBe(`${TODAY}.2`)
    const rows = await app.sql<{ content: string }[]>`select content from proof_snapshots order by number`
    const chain = rows.map(({ content }) => JSON.parse(content))
    expect(chain.map(({ id }) => id)).toEqual([TODAY, `${TODAY}.1`, `${TODAY}.2`])
    for (const [at, previous] of chain.slice(0, -1).entries()) {
      const results = await checkSnapshot(chain[at + 1], getProofKeys().publicKey, { previous })
      expect(results.filter(({ ok }) => !ok)).toEqual([])
    }
  })

  test('is not taken while the clock is behind the previous snapshot', async () => {
    await createHeld(['5'])
    const tomorrow = getDayFromNow(1)
    await app.sql`
      insert into proof_snapshots (number, id, day, taken_at, content, hash, public_key)
      values (1, ${tomorrow}, ${tomorrow}, ${`${tomorrow}T00:05:00Z`}, '{}', ${'0'.repeat(64)}, ${getProofKeys().publicKey})`
    await expect(takeSnapshot('command')).rejects.toThrow('The server clock is earlier')
  })

  test('keeps the name that a series had', async () => {
    const { holders, symbol, token_id } = await createHeld(['5'])
    await takeSnapshot('daily')
    await app.db
      .update(tokens)
      .set({ symbol: `${symbol}X` })
      .where(eq(tokens.id, token_id))
    const file = await readProof(holders[0]?.headers ?? {})
    expect(file.leaves[0]?.symbol).toBe(symbol)
    expect((await checkInclusionProof(file)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('cannot be changed, removed or forked', async () => {
    await createHeld(['5'])
    await takeSnapshot('daily')
    await takeSnapshot('command')
    for (const change of [
      "update proof_snapshots set content = '{}'",
      'delete from proof_snapshots',
      'truncate proof_snapshots',
      "update proof_failures set reason = 'another'",
    ])
      await expect(app.sql.unsafe(change), change).rejects.toThrow('append-only')
    const copy = (number: number, previous: string) => app.sql`
      insert into proof_snapshots (number, id, day, taken_at, content, hash, previous_hash, public_key)
      select ${number}, ${`${TODAY}.9`}, day, taken_at, content, repeat('0', 64), ${previous}, public_key
      from proof_snapshots where number = 1`
    const [first] = await app.sql<{ hash: string }[]>`select hash from proof_snapshots where number = 1`
    await expect(copy(3, first?.hash ?? '')).rejects.toThrow('does not name the one before it')
    await expect(copy(5, first?.hash ?? '')).rejects.toThrow('does not name the one before it')
  })

  test('omits a series that was never offered, and shows one that is hidden but held', async () => {
    const draft = await createToken(app.db)
    const { symbol, token_id, holders } = await createHeld(['5'])
    await app.db.update(tokens).set({ is_active: false }).where(eq(tokens.id, token_id))
    await takeSnapshot('daily')
    const { snapshot } = await readProof(holders[0]?.headers ?? {})
    expect(seriesOf(snapshot, symbol)).toBeDefined()
    expect(seriesOf(snapshot, draft.symbol)).toBeUndefined()
  })
})

describe('published data', () => {
  const send = (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://localhost${path}`, init))

  test('is the signed bytes with the signature, forever', async () => {
    await createHeld(['5'])
    const { hash } = await takeSnapshot('daily')
    const response = await send(`/proof/${TODAY}.json`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const text = await response.text()
    const snapshot = JSON.parse(text)
    const { signature } = snapshot
    expect(text).toContain(`,"signature":"${signature}"}`)
    const signed = new TextDecoder().decode(snapshotBytes(snapshot))
    expect(text.replace(`,"signature":"${signature}"`, '')).toBe(signed)
    expect(new Bun.CryptoHasher('sha256').update(signed).digest('hex')).toBe(hash)
    expect(await getSnapshot(TODAY)).toEqual(snapshot)
    expect((await app.call('GET', `/proof/${TODAY}`)).body.id).toBe(TODAY)
    expect((await send(`/proof/${TODAY}.json`, { method: 'HEAD' })).status).toBe(200)
    expect((await send('/proof/2020-01-01.json')).status).not.toBe(200)
    expect((await app.call('GET', '/proof/2020-01-01')).status).toBe(404)
  })

  test('has the keys with their days at a fixed address, and a feed', async () => {
    const { publicKey: public_key } = getProofKeys()
    const earlier = deriveProofKeys({
      signing: ['an-earlier-one-0123456789-abcdefgh'],
      nonces: 'n',
    }).publicKey
    const keys = async () => (await send('/.well-known/lodefield-proof.json')).json()
    expect(await keys()).toEqual({ algorithm: 'Ed25519', public_key, valid_from: null, earlier_keys: [] })
    const add = (number: number, day: string, key: string, previous: string | null) => app.sql`
      insert into proof_snapshots (number, id, day, taken_at, content, hash, previous_hash, public_key)
      values (${number}, ${day}, ${day}, ${`${day}T00:05:00Z`}, '{}', ${String(number).repeat(64)}, ${previous}, ${key})`
    await add(1, getDayFromNow(-9), earlier, null)
    await add(2, getDayFromNow(-7), earlier, '1'.repeat(64))
    await add(3, getDayFromNow(-2), public_key, '2'.repeat(64))
    const own = getProofKeys()
    provideServices({ proofKeys: { ...own, earlierKeys: [earlier, 'f'.repeat(64), public_key, earlier] } })
    const { id } = await takeSnapshot('daily')
    expect(await keys()).toEqual({
      algorithm: 'Ed25519',
      public_key,
      valid_from: getDayFromNow(-2),
      earlier_keys: [
        { public_key: earlier, valid_from: getDayFromNow(-9), valid_until: getDayFromNow(-7) },
        { public_key: 'f'.repeat(64), valid_from: null, valid_until: null },
      ],
    })
    provideServices({ proofKeys: own })
    const feed = await send('/proof/feed.xml')
    expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(await feed.text()).toContain(`<link>${app.config.PUBLIC_ORIGIN}/proof/${id}</link>`)
  })

  test('lists a hundred days, and says that there are earlier ones', async () => {
    const add = (number: number, day: string, previous: string | null) => app.sql`
      insert into proof_snapshots (number, id, day, taken_at, content, hash, previous_hash, public_key)
      values (${number}, ${day}, ${day}, ${`${day}T00:05:00Z`}, '{}', ${String(number).repeat(64)}, ${previous}, ${'0'.repeat(64)})`
    await add(1, getDayFromNow(-100), null)
    await add(2, getDayFromNow(-99), '1'.repeat(64))
    await add(3, TODAY, '2'.repeat(64))
    const { body } = await app.call('GET', '/proof')
    expect(body.snapshots.map(({ id }: { id: string }) => id)).toEqual([TODAY, getDayFromNow(-99)])
    expect(body.has_earlier).toBe(true)
    const { body: earlier } = await app.call('GET', `/proof?before=${getDayFromNow(-99)}`)
    expect((await app.call('GET', '/proof?before=0001-01-01')).body.snapshots).toEqual([])
    expect(earlier.snapshots.map(({ id }: { id: string }) => id)).toEqual([getDayFromNow(-100)])
    expect(earlier.has_earlier).toBe(false)
  })
})

describe('an investor', () => {
  test('gets a sentence without units or before the first snapshot', async () => {
    const { headers } = await app.signIn()
    const early = await app.call('GET', '/user/proof', { headers })
    expect([early.status, early.body.error]).toEqual([
      404,
      'No snapshot is available yet. The first snapshot is taken at 00:05 UTC.',
    ])
    await createHeld(['5'])
    await takeSnapshot('daily')
    const none = await app.call('GET', '/user/proof', { headers })
    expect([none.status, none.body.error]).toEqual([
      404,
      `You held no units at the time of the latest snapshot, ${TODAY}.`,
    ])
  })

  test('is told when the next snapshot includes units allotted after the latest one', async () => {
    await createHeld(['5'])
    await takeSnapshot('daily')
    const { holders } = await createHeld(['5'])
    const { status, body } = await app.call('GET', '/user/proof', { headers: holders[0]?.headers ?? {} })
    expect([status, body.error]).toEqual([
      404,
      `Your units were recorded after the latest snapshot, of ${formatLongDate(TODAY)}. The next daily snapshot is taken on ${formatLongDate(getDayFromNow(1))} after 00:05 UTC and includes them.`,
    ])
  })

  test('gets the leaves of all series, in the file that only the holder gets', async () => {
    const { holders, token_id } = await createHeld(['5', '7'])
    const other = await createAttestation(app.db)
    const [one, two] = holders
    await issueUnits(app.db, other.token_id, { [one?.user.id ?? 0]: '2.25' })
    await takeSnapshot('daily')
    const file = await readProof(one?.headers ?? {})
    expect([...sumLeaves(file.leaves).values()].sort()).toEqual(['2.250000', '5.000000'])
    const foreign = await readProof(two?.headers ?? {})
    const nonces = new Set(file.leaves.map(({ nonce }) => nonce))
    expect(foreign.leaves.some(({ nonce }) => nonces.has(nonce))).toBe(false)
    expect(token_id).toBeGreaterThan(0)
  })
})

describe('nothing is revealed', () => {
  test('from a day with a transfer, which looks like one without', async () => {
    const { symbol, holders } = await createHeld(['5', '5'])
    const take = async (occasion: 'daily' | 'command') => {
      const { id } = await takeSnapshot(occasion)
      const snapshot = await readPublished(id)
      return { snapshot, series: seriesOf(snapshot, symbol), opened: await readOpenedHeads(id) }
    }
    const first = await take('daily')
    const quiet = await take('command')
    const [from, to] = holders.map(({ user }) => user.id)
    const { headers } = await app.signInAdmin()
    const body = { type: 'transfer', from_user_id: from, to_user_id: to, units: '2', reason: 'Gift' }
    const { status } = await app.call('POST', `${app.adm}/register/${symbol.slice(1)}/entries`, {
      headers,
      body,
    })
    expect(status).toBe(201)
    const busy = await take('command')
    // The same values differ on the quiet day and on the other one, and nothing else does.
    const changed = (one: object = {}, other: object = {}) =>
      Object.keys(one)
        .filter((name) => Reflect.get(one, name) !== Reflect.get(other, name))
        .sort()
    const always = ['documents_sha256', 'register_head', 'root']
    expect(changed(first.series, quiet.series)).toEqual(always)
    expect(changed(quiet.series, busy.series)).toEqual(always)
    for (const { series } of [first, quiet, busy]) expect(series?.documents_sha256).toEqual([])
    expect(first.snapshot.audit_head).not.toBe(quiet.snapshot.audit_head)
    // Anyone who is given the nonces sees the movement.
    const headOf = ({ opened }: typeof first) => opened.registers[symbol]?.slice(64)
    expect(headOf(quiet)).toBe(headOf(first))
    expect(headOf(busy)).not.toBe(headOf(quiet))
  })

  test('by a root, which also changes without a movement', async () => {
    const { symbol, token_id, holders } = await createHeld(['5', '5'])
    const first = await takeSnapshot('daily')
    const second = await takeSnapshot('command')
    const [a, b] = await Promise.all(
      [first, second].map(async ({ id }) => seriesOf(await readPublished(id), symbol)),
    )
    expect(a?.root).not.toBe(b?.root)
    expect({ ...a, root: '', register_head: '' }).toEqual({ ...b, root: '', register_head: '' })
    expect(a?.leaves).toBe(1024)
    await issueUnits(app.db, token_id, { [holders[0]?.user.id ?? 0]: '1' })
    const third = seriesOf(await readPublished((await takeSnapshot('command')).id), symbol)
    expect(third).toMatchObject({ leaves: 1024, units_in_issue: '11.000000' })
  })

  test('about the number of holders, their names or their holdings', async () => {
    const few = await createHeld(['5'])
    const many = await createHeld(Array.from({ length: 30 }, () => '5'))
    await takeSnapshot('daily')
    const text = await (await app.fetch(new Request(`http://localhost/proof/${TODAY}.json`))).text()
    const { series } = JSON.parse(text)
    const sizeOf = (wanted: string) => seriesOf({ series } as ProofFile['snapshot'], wanted)?.leaves
    expect(sizeOf(few.symbol)).toBe(sizeOf(many.symbol))
    expect(Object.keys(series[0]).sort()).toEqual([
      'attestation_sha256',
      'documents_sha256',
      'leaves',
      'register_head',
      'root',
      'symbol',
      'units_held',
      'units_in_issue',
    ])
    for (const { user } of many.holders) expect(text).not.toContain(user.email)
    // Equal holdings are split and hashed differently.
    const files = await Promise.all(many.holders.map(({ headers }) => readProof(headers)))
    const shapes = new Set(files.map(({ leaves }) => leaves.map(({ units }) => units).join()))
    expect(shapes.size).toBeGreaterThan(20)
  })

  test('of how many leaves are padding: no two have the same hash', async () => {
    const { token_id } = await createHeld(['5', '5', '5'])
    const leavesOf = async () => {
      const rows = await app.sql<{ nodes: Buffer }[]>`
        select nodes from proof_nodes where token_id = ${token_id} and level = 0 order by number`
      const nodes = Buffer.concat(rows.map((row) => row.nodes))
      return Array.from({ length: nodes.length / 40 }, (_, at) =>
        nodes.subarray(at * 40, at * 40 + 32).toString('hex'),
      )
    }
    await takeSnapshot('daily')
    const first = await leavesOf()
    expect(first).toHaveLength(1024)
    expect(first.toSorted()).toEqual(first)
    await takeSnapshot('command')
    const both = [...first, ...(await leavesOf())]
    expect(new Set(both).size).toBe(2048)
  })
})

describe('without a snapshot', () => {
  const failures = async () => (await app.call('GET', '/proof')).body.failures

  test('for a series whose attestation has expired, the reason is published once', async () => {
    const { symbol, token_id } = await createHeld(['5'])
    const expired = getDayFromNow(-1)
    await createAttestation(app.db, { token_id, as_of: expired, expires: expired })
    const reason = `The attestation of ${symbol} expired on ${expired}.`
    await expect(takeDailySnapshot(NOON)).rejects.toThrow(reason)
    await expect(takeDailySnapshot(NOON)).rejects.toThrow(reason)
    expect(await failures()).toEqual([
      { day: TODAY, at: expect.any(String), code: 'attestation', symbol, reason, is_final: false },
    ])
    const { headers } = await app.signInAdmin()
    const failing = await app.call('POST', `${app.adm}/proof/snapshots`, { headers })
    expect([failing.status, failing.body.error]).toEqual([409, `The snapshot failed. ${reason}`])
    const { body } = await app.call('GET', `${app.adm}/stats`, { headers })
    expect(body.stats.failed_snapshots).toBe(1)
    await createAttestation(app.db, { token_id, as_of: TODAY })
    await takeDailySnapshot(NOON)
    expect((await app.call('GET', `${app.adm}/stats`, { headers })).body.stats.failed_snapshots).toBe(0)
    expect(await failures()).toHaveLength(1)
  })

  test('for a series with more in issue than in custody, the figures are published', async () => {
    const { symbol, token_id } = await createHeld(['5'])
    await createAttestation(app.db, { token_id, as_of: TODAY, units_held: '4' })
    await expect(takeDailySnapshot(NOON)).rejects.toThrow(
      `${symbol} has 5.000000 units in issue but only 4.000000 in custody.`,
    )
    expect(await failures()).toMatchObject([{ code: 'limit', symbol }])
    await createAttestation(app.db, { token_id, as_of: TODAY })
  })

  test('for a register whose holdings do not add up, the difference is published', async () => {
    const { symbol, token_id, holders } = await createHeld(['5'])
    const [holder] = holders
    const set = (units: number) =>
      app.sql`update holdings set units = ${units} where token_id = ${token_id} and user_id = ${holder?.user.id ?? 0}`
    await set(4)
    await expect(takeDailySnapshot(NOON)).rejects.toThrow(
      `Holdings of ${symbol} total 4.000000 units, but 5.000000 are in issue.`,
    )
    expect(await failures()).toMatchObject([{ code: 'totals', symbol }])
    await set(5)
  })

  test('for a day without an attempt, the day stays missing', async () => {
    const day = getDayFromNow(-3)
    const { public_key } = (await app.call('GET', '/proof')).body
    await app.sql`
      insert into proof_snapshots (number, id, day, taken_at, content, hash, public_key)
      values (1, ${day}, ${day}, ${`${day}T00:05:00Z`}, '{}', ${'0'.repeat(64)}, ${public_key})`
    await app.db
      .insert(proofFailures)
      .values({ day: getDayFromNow(-2), after_number: 1, code: 'internal', reason: 'Failed.' })
    await takeDailySnapshot(NOON)
    expect(await failures()).toMatchObject([
      { day: getDayFromNow(-1), code: 'missed', symbol: null, is_final: true },
      { day: getDayFromNow(-2), code: 'internal', is_final: true },
    ])
  })

  test('of a server whose key does not continue the chain, none is made', async () => {
    const day = getDayFromNow(-1)
    await app.sql`
      insert into proof_snapshots (number, id, day, taken_at, content, hash, public_key)
      values (1, ${day}, ${day}, ${`${day}T00:05:00Z`}, '{}', ${'0'.repeat(64)}, ${'1'.repeat(64)})`
    await expect(takeDailySnapshot(NOON)).rejects.toThrow(
      'The key that signed the previous snapshot is not available',
    )
    expect(await failures()).toMatchObject([{ code: 'key' }])
  })
})

describe('the daily snapshot', () => {
  test('is due from 00:05 UTC on, and taken once', async () => {
    expect(isDailySnapshotDue(Date.parse(`${TODAY}T00:04:59Z`))).toBe(false)
    expect(isDailySnapshotDue(Date.parse(`${TODAY}T00:05:00Z`))).toBe(true)
    await takeDailySnapshot(Date.parse(`${TODAY}T00:04:59Z`))
    expect((await app.call('GET', '/proof')).body.snapshots).toEqual([])
    await takeDailySnapshot(NOON)
    await takeDailySnapshot(NOON)
    expect((await app.call('GET', '/proof')).body.snapshots).toHaveLength(1)
  })
})

test('an administrator takes a manual snapshot, which is recorded', async () => {
  await createUser(app.db)
  const { headers } = await app.signInAdmin()
  const { status, body } = await app.call('POST', `${app.adm}/proof/snapshots`, { headers })
  expect([status, body.snapshot.id]).toEqual([201, `${TODAY}.1`])
  const [entry] = await app.sql`select action, entity_id from audit_log order by id desc limit 1`
  expect(entry).toEqual({ action: 'proof.snapshot', entity_id: `${TODAY}.1` })
})
