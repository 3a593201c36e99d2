/** The rules of the register, tested as SQL with the server's role: the database alone rejects. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseConnection, openDatabase } from '#db/client'
import { getCheckViolation, getUniqueViolation, isDeletedAccountError } from '#db/errors'
import { createToken, createUser } from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSubscription,
  getDayFromNow,
} from '#db/seed/series-factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'

let store: TestDatabase
let server: DatabaseConnection
beforeAll(async () => {
  store = await createTestDatabase()
  server = openDatabase(store.serverUrl, { max: 8 })
})
afterAll(async () => {
  await server.close()
  await store.drop()
})

type Entry = readonly [user: number | null, units: string, cost?: string]

interface Movement {
  type?: string
  reverses?: number
  amount?: string
  subscription_id?: number
}

/** Adds a movement with its entries in one transaction and returns its id. */
function move(token_id: number, entries: readonly Entry[], movement: Movement = {}): Promise<number> {
  const { type = 'issue', reverses = null, amount = type === 'redemption' ? '0' : null } = movement
  const { subscription_id = null } = movement
  return server.sql.begin(async (sql) => {
    const [added] = await sql<{ id: number }[]>`
      insert into register_movements (token_id, type, reverses, amount, subscription_id)
      values (${token_id}, ${type}, ${reverses}, ${amount}, ${subscription_id}) returning id`
    if (!added) throw new Error('no movement')
    const rows = entries.map(([user_id, units, cost = '0']) => ({
      token_id,
      movement_id: added.id,
      user_id,
      units,
      cost,
    }))
    if (rows.length > 0) await sql`insert into register_entries ${sql(rows)}`
    return added.id
  })
}

/** Issues units to a holder, at no cost unless one is given. */
const issue = (token_id: number, user_id: number, units: string, cost = '0') =>
  move(token_id, [
    [null, `-${units}`, cost === '0' ? '0' : `-${cost}`],
    [user_id, units, cost],
  ])

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** The constraint that rejects the work. */
const ruleOf = async (work: Promise<unknown>) => getCheckViolation(await refusalOf(work))

const holdingsOf = (token_id: number) =>
  store.sql`select user_id, units, cost from holdings where token_id = ${token_id} order by user_id`

const inIssue = async (token_id: number) => {
  const [head] = await store.sql`select units_in_issue from register_heads where token_id = ${token_id}`
  return head?.units_in_issue
}

async function createSeries(units_held = '1000') {
  const { id } = await createToken(store.db)
  await createAttestation(store.db, { token_id: id, units_held })
  const holder = (await createUser(store.db)).id
  const other = (await createUser(store.db)).id
  return { token: id, holder, other }
}

describe('holdings', () => {
  test('follow issue, transfer, redemption and correction to the millionth', async () => {
    const { token, holder, other } = await createSeries()
    await issue(token, holder, '10.000001', '1000.00')
    await move(
      token,
      [
        [holder, '-4.000001', '-400.00'],
        [other, '4.000001', '400.00'],
      ],
      { type: 'transfer' },
    )
    const redeemed = await move(
      token,
      [
        [null, '1', '100.00'],
        [holder, '-1', '-100.00'],
      ],
      { type: 'redemption' },
    )
    expect(await inIssue(token)).toBe('9.000001')
    await move(
      token,
      [
        [null, '-1', '-100.00'],
        [holder, '1', '100.00'],
      ],
      {
        type: 'correction',
        reverses: redeemed,
      },
    )
    expect(await holdingsOf(token)).toEqual([
      { user_id: holder, units: '6.000000', cost: '600.00' },
      { user_id: other, units: '4.000001', cost: '400.00' },
    ])
    expect(await inIssue(token)).toBe('10.000001')
  })

  test('never fall below zero', async () => {
    const { token, holder, other } = await createSeries()
    await issue(token, holder, '5')
    const rule = await ruleOf(
      move(
        token,
        [
          [holder, '-5.000001'],
          [other, '5.000001'],
        ],
        { type: 'transfer' },
      ),
    )
    expect(rule).toBe('holdings_units_range')
    expect(await holdingsOf(token)).toEqual([{ user_id: holder, units: '5.000000', cost: '0.00' }])
  })

  test('never fall below zero in twenty concurrent transfers when there are units for seven', async () => {
    const { token, holder, other } = await createSeries()
    await issue(token, holder, '7')
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        move(
          token,
          [
            [holder, '-1'],
            [other, '1'],
          ],
          { type: 'transfer' },
        ),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(await holdingsOf(token)).toEqual([
      { user_id: holder, units: '0.000000', cost: '0.00' },
      { user_id: other, units: '7.000000', cost: '0.00' },
    ])
  })

  test('have no cost without units', async () => {
    const { token, holder } = await createSeries()
    await issue(token, holder, '2', '200.00')
    const rule = await ruleOf(
      move(
        token,
        [
          [null, '2', '199.99'],
          [holder, '-2', '-199.99'],
        ],
        { type: 'redemption' },
      ),
    )
    expect(rule).toBe('holdings_cost_of_units')
  })

  test('of a deleted account cannot grow', async () => {
    const { token, holder } = await createSeries()
    await store.sql`update users set deleted_at = now() where id = ${holder}`
    expect(isDeletedAccountError(await refusalOf(issue(token, holder, '1')))).toBe(true)
  })
})

describe('a movement', () => {
  test.each<[string, string, (holder: number, other: number) => Entry[]]>([
    [
      'that does not sum to zero',
      'issue',
      (holder) => [
        [null, '-1'],
        [holder, '1.000001'],
      ],
    ],
    [
      'whose cost does not sum to zero',
      'issue',
      (holder) => [
        [null, '-1', '-1'],
        [holder, '1', '2'],
      ],
    ],
    ['of one entry', 'issue', (holder) => [[holder, '1']]],
    [
      'that issues from a holder',
      'issue',
      (holder, other) => [
        [holder, '-1'],
        [other, '1'],
      ],
    ],
    [
      'that transfers new units',
      'transfer',
      (holder) => [
        [null, '-1'],
        [holder, '1'],
      ],
    ],
    [
      'that redeems into issue',
      'redemption',
      (holder) => [
        [null, '-1'],
        [holder, '1'],
      ],
    ],
  ])('%s is rejected', async (_, type, entriesOf) => {
    const { token, holder, other } = await createSeries()
    await issue(token, holder, '10', '50')
    const before = await holdingsOf(token)
    expect(await ruleOf(move(token, entriesOf(holder, other), { type }))).toBe('register_entries_balance')
    expect(await holdingsOf(token)).toEqual(before)
  })

  test('without entries is rejected', async () => {
    const { token } = await createSeries()
    expect(await ruleOf(move(token, []))).toBe('register_movements_has_entries')
  })

  test('has one entry for each account, including the unissued units', async () => {
    const { token, holder } = await createSeries()
    const entries: Entry[] = [
      [null, '-1'],
      [null, '-1'],
      [holder, '2'],
    ]
    expect(getUniqueViolation(await refusalOf(move(token, entries)))).toBe('register_entries_account_unique')
  })

  test('cannot get entries later', async () => {
    const { token, holder, other } = await createSeries()
    const id = await issue(token, holder, '1')
    const later = server.sql`insert into register_entries (token_id, movement_id, user_id, units, cost)
      values (${token}, ${id}, ${other}, 1, 0)`
    expect(await ruleOf(later)).toBe('register_entries_balance')
  })

  test('cannot have entries of another series', async () => {
    const [one, two] = [await createSeries(), await createSeries()]
    const id = await issue(one.token, one.holder, '1')
    const foreign = server.sql`insert into register_entries (token_id, movement_id, user_id, units, cost)
      values (${two.token}, ${id}, ${two.holder}, 1, 0)`
    expect(await ruleOf(foreign)).toBe('register_entries_of_one_series')
  })

  test('is dated now, whatever time it is given', async () => {
    const { token, holder } = await createSeries()
    const [row] = await server.sql.begin(async (sql) => {
      const [added] = await sql<{ id: number; is_now: boolean }[]>`
        insert into register_movements (token_id, type, at) values (${token}, 'issue', '2020-01-01')
        returning id, at between date_trunc('milliseconds', now()) and clock_timestamp() as is_now`
      await sql`insert into register_entries (token_id, movement_id, user_id, units, cost)
        values (${token}, ${added?.id ?? 0}, null, -1, 0), (${token}, ${added?.id ?? 0}, ${holder}, 1, 0)`
      return [added]
    })
    expect(row?.is_now).toBe(true)
  })

  test('is corrected once, and by its exact opposite', async () => {
    const { token, holder, other } = await createSeries()
    const id = await issue(token, holder, '3', '300')
    const reverse = (entries: Entry[]) => move(token, entries, { type: 'correction', reverses: id })
    expect(
      await ruleOf(
        reverse([
          [null, '2', '300'],
          [holder, '-2', '-300'],
        ]),
      ),
    ).toBe('register_entries_balance')
    await reverse([
      [null, '3', '300'],
      [holder, '-3', '-300'],
    ])
    const again = await refusalOf(
      reverse([
        [null, '3', '300'],
        [holder, '-3', '-300'],
      ]),
    )
    expect(getUniqueViolation(again) ?? getCheckViolation(again)).toMatch(
      /^(register_movements_reverses_unique|holdings)/,
    )
    expect(
      await ruleOf(
        move(
          token,
          [
            [holder, '-1'],
            [other, '1'],
          ],
          { type: 'correction' },
        ),
      ),
    ).toBe('register_movements_correction_reverses')
    expect(await inIssue(token)).toBe('0.000000')
  })

  test('that is a correction is final', async () => {
    const { token, holder } = await createSeries()
    const id = await issue(token, holder, '3')
    const back = (units: string): Entry[] => [
      [null, units],
      [holder, units.startsWith('-') ? units.slice(1) : `-${units}`],
    ]
    const correction = await move(token, back('3'), { type: 'correction', reverses: id })
    expect(await ruleOf(move(token, back('-3'), { type: 'correction', reverses: correction }))).toBe(
      'register_movements_correction_final',
    )
    expect(await inIssue(token)).toBe('0.000000')
  })

  test('allots a subscription once, until it is corrected', async () => {
    const { token, holder } = await createSeries()
    const { id: offering_id } = await createOffering(store.db, { token_id: token })
    const { id: subscription_id } = await createSubscription(store.db, {
      token_id: token,
      offering_id,
      user_id: holder,
    })
    const units: Entry[] = [
      [null, '-3'],
      [holder, '3'],
    ]
    const back: Entry[] = [
      [null, '3'],
      [holder, '-3'],
    ]
    const first = await move(token, units, { subscription_id })
    expect(await ruleOf(move(token, units, { subscription_id }))).toBe('register_movements_allotted_once')
    await move(token, back, { type: 'correction', reverses: first })
    const both = await Promise.allSettled([1, 2].map(() => move(token, units, { subscription_id })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await inIssue(token)).toBe('3.000000')
  })
})

describe('units in issue', () => {
  test('reach the units in custody and no more, in forty concurrent issues', async () => {
    const { token, holder, other } = await createSeries('10')
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => issue(token, n % 2 ? holder : other, '0.5')),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(20)
    expect(new Set(refused.map(getCheckViolation))).toEqual(new Set(['register_units_held']))
    expect(await inIssue(token)).toBe('10.000000')
  })

  test('a rejected issue names the figures', async () => {
    const { token, holder } = await createSeries('10')
    const error = await refusalOf(issue(token, holder, '10.000001'))
    expect(JSON.parse((error as { detail: string }).detail)).toEqual({
      units_in_issue: '10.000001',
      units_held: '10.000000',
    })
  })

  test('cannot grow without an attestation, with an expired one, or beyond the latest', async () => {
    const { id: none } = await createToken(store.db)
    const { holder, token } = await createSeries('100')
    expect(await ruleOf(issue(none, holder, '1'))).toBe('register_attestation_binds')
    await issue(token, holder, '50')
    await createAttestation(store.db, { token_id: token, as_of: getDayFromNow(0), units_held: '40' })
    expect(await ruleOf(issue(token, holder, '1'))).toBe('register_units_held')
    // An earlier date is never in force, however late it is entered.
    await createAttestation(store.db, { token_id: token, as_of: getDayFromNow(-3), units_held: '900' })
    expect(await ruleOf(issue(token, holder, '1'))).toBe('register_units_held')
    await createAttestation(store.db, { token_id: token, as_of: getDayFromNow(0), units_held: '60' })
    await issue(token, holder, '10')
    const expired = { token_id: token, as_of: getDayFromNow(0), expires: getDayFromNow(0) }
    await createAttestation(store.db, { ...expired, units_held: '500' })
    await issue(token, holder, '1')
    const { token: old } = await createSeries('100')
    await store.sql`alter table series_attestations disable trigger append_only`
    await store.sql`update series_attestations set as_of = ${getDayFromNow(-9)}, expires = ${getDayFromNow(-1)} where token_id = ${old}`
    await store.sql`alter table series_attestations enable trigger append_only`
    expect(await ruleOf(issue(old, holder, '1'))).toBe('register_attestation_binds')
  })

  test('may be transferred and redeemed above the units in custody, but not issued again', async () => {
    const { token, holder, other } = await createSeries('100')
    await issue(token, holder, '50')
    await createAttestation(store.db, { token_id: token, as_of: getDayFromNow(0), units_held: '10' })
    await move(
      token,
      [
        [holder, '-5'],
        [other, '5'],
      ],
      { type: 'transfer' },
    )
    const redeemed = await move(
      token,
      [
        [null, '5'],
        [other, '-5'],
      ],
      { type: 'redemption' },
    )
    const restore: Entry[] = [
      [null, '-5'],
      [other, '5'],
    ]
    expect(await ruleOf(move(token, restore, { type: 'correction', reverses: redeemed }))).toBe(
      'register_units_held',
    )
  })
})

describe('recorded data', () => {
  test('is neither changed nor removed, by the server or the owner', async () => {
    const { token, holder } = await createSeries()
    await issue(token, holder, '1')
    for (const table of [
      'register_movements',
      'register_entries',
      'series_attestations',
      'series_valuations',
    ]) {
      for (const statement of [
        `update ${table} set token_id = token_id`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(store.sql.unsafe(statement), statement).rejects.toThrow('append-only')
        await expect(server.sql.unsafe(statement), statement).rejects.toThrow('permission denied')
      }
    }
  })

  test('sums and heads cannot be written by the server', async () => {
    for (const statement of [
      'update holdings set units = units + 1',
      'insert into holdings (token_id, user_id, units, cost, cash_effect, moved_at) select 1, 1, 1, 0, 0, now()',
      'delete from holdings',
      "update register_heads set last_hash = ''",
      'delete from register_heads',
    ]) {
      await expect(server.sql.unsafe(statement), statement).rejects.toThrow('permission denied')
    }
  })

  test("a session table does not take another's place", async () => {
    const { token, holder } = await createSeries('10')
    const work = server.sql.begin(async (sql) => {
      await sql`create temporary table series_attestations on commit drop as
        select id, token_id, 1000000::numeric as units_held from public.series_attestations`
      const [added] = await sql<{ id: number }[]>`
        insert into register_movements (token_id, type) values (${token}, 'issue') returning id`
      await sql`insert into register_entries (token_id, movement_id, user_id, units, cost)
        values (${token}, ${added?.id ?? 0}, null, -11, 0), (${token}, ${added?.id ?? 0}, ${holder}, 11, 0)`
    })
    expect(await ruleOf(work)).toBe('register_units_held')
  })

  test('a number or hash chosen by a caller is replaced', async () => {
    const { token, holder } = await createSeries()
    await issue(token, holder, '1')
    await server.sql.begin(async (sql) => {
      const [added] = await sql<{ id: number }[]>`
        insert into register_movements (token_id, type) values (${token}, 'issue') returning id`
      await sql`insert into register_entries (token_id, movement_id, user_id, units, cost, number, prev_hash, hash)
        values (${token}, ${added?.id ?? 0}, null, -1, 0, 1, '', 'x'), (${token}, ${added?.id ?? 0}, ${holder}, 1, 0, 1, '', 'x')`
    })
    const entries =
      await store.sql`select number, prev_hash, hash from register_entries where token_id = ${token} order by number`
    expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(entries.slice(1).map(({ prev_hash }) => prev_hash)).toEqual(
      entries.slice(0, 3).map(({ hash }) => hash),
    )
  })
})
