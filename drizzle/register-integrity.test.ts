import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCheckViolation } from '#db/errors'
import { createToken, createUser } from '#db/seed/factories'
import { createAttestation } from '#db/seed/series-factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { containsRegisterHead, findRegisterDiscrepancies, summarizeRegister } from './register-integrity.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

type Entry = readonly [user: number | null, millionths: bigint]

/** Millionths, formatted like units in the register. */
const toUnits = (millionths: bigint): string => {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

async function move(token_id: number, type: string, entries: readonly Entry[]): Promise<void> {
  await store.sql.begin(async (sql) => {
    const [movement] = await sql<{ id: number }[]>`
      insert into register_movements (token_id, type, amount)
      values (${token_id}, ${type}, ${type === 'redemption' ? 0 : null}) returning id`
    const rows = entries.map(([user_id, units]) => ({
      token_id,
      movement_id: movement?.id ?? 0,
      user_id,
      units: toUnits(units),
      cost: 0,
    }))
    await sql`insert into register_entries ${sql(rows)}`
  })
}

const HELD = 50_000_000n

async function createSeries() {
  const { id, symbol } = await createToken(store.db)
  await createAttestation(store.db, { token_id: id, units_held: toUnits(HELD) })
  const holders = [await createUser(store.db), await createUser(store.db), await createUser(store.db)]
  return { token: id, symbol, holders: holders.map((holder) => holder.id) }
}

test('random movements match an independent ledger or are rejected, and the register verifies', async () => {
  const holder = fc.integer({ min: 0, max: 2 })
  const step = fc.record({
    type: fc.constantFrom('issue', 'transfer', 'redemption'),
    from: holder,
    to: holder,
    units: fc.bigInt({ min: 1n, max: 20_000_000n }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { token, symbol, holders } = await createSeries()
      const paper = [0n, 0n, 0n]
      let issued = 0n
      for (const { type, from, to, units } of steps) {
        const [giver, receiver] = [holders[from] ?? 0, holders[to] ?? 0]
        const entries: Record<string, readonly Entry[]> = {
          issue: [
            [null, -units],
            [receiver, units],
          ],
          redemption: [
            [null, units],
            [giver, -units],
          ],
          transfer: [
            [giver, -units],
            [receiver, units],
          ],
        }
        const fits =
          type === 'issue'
            ? issued + units <= HELD
            : (paper[from] ?? 0n) >= units && (type === 'redemption' || from !== to)
        const refused = await move(token, type, entries[type] ?? []).then(
          () => undefined,
          (error: unknown) => error,
        )
        expect(refused === undefined, `${type} of ${units}: ${getCheckViolation(refused)}`).toBe(fits)
        if (!fits) continue
        if (type !== 'issue') paper[from] = (paper[from] ?? 0n) - units
        if (type !== 'redemption') paper[to] = (paper[to] ?? 0n) + units
        if (type === 'issue') issued += units
        if (type === 'redemption') issued -= units
      }
      const rows = await store.sql<{ user_id: number; units: string }[]>`
        select user_id, units from holdings where token_id = ${token}`
      const held = new Map(rows.map(({ user_id, units }) => [user_id, units]))
      for (const [at, id] of holders.entries()) {
        expect(held.get(id) ?? '0.000000').toBe(toUnits(paper[at] ?? 0n))
      }
      const summary = (await summarizeRegister(store.db)).find((series) => series.symbol === symbol)
      expect(summary?.units_in_issue ?? '0.000000').toBe(toUnits(issued))
      expect(await findRegisterDiscrepancies(store.db)).toEqual([])
    }),
    { numRuns: 25 },
  )
})

describe('a register tampered with by someone with all rights', () => {
  /** What an owner can do after disabling the triggers. */
  async function tamper(statement: string): Promise<string[]> {
    const { token, symbol, holders } = await createSeries()
    const [one = 0, two = 0] = holders
    await move(token, 'issue', [
      [null, -9_000_000n],
      [one, 9_000_000n],
    ])
    await move(token, 'transfer', [
      [one, -4_000_000n],
      [two, 4_000_000n],
    ])
    const undo = new Error('undo')
    const faults: string[] = []
    await store.db
      .transaction(async (tx) => {
        for (const table of ['register_entries', 'register_movements', 'series_attestations']) {
          await tx.execute(`alter table ${table} disable trigger user`)
        }
        await tx.execute(statement.replaceAll(':token', String(token)).replaceAll(':one', String(one)))
        for (const fault of await findRegisterDiscrepancies(tx)) {
          if (fault.symbol === symbol) faults.push(`${fault.what} ${fault.entry ?? ''}`.trim())
        }
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return faults.sort()
  }

  test.each([
    [
      'a changed entry',
      'update register_entries set units = 8 where token_id = :token and number = 2',
      ['balance 1', 'chain 2', 'holding'],
    ],
    [
      'a changed reason',
      "update register_movements set reason = 'gift' where token_id = :token and type = 'transfer'",
      ['chain 3'],
    ],
    [
      'a removed end',
      'delete from register_entries where token_id = :token and number > 2',
      ['balance', 'end 5', 'holding'],
    ],
    [
      'a removed first movement',
      'delete from register_entries where token_id = :token and number < 3',
      ['balance', 'chain 3', 'holding', 'units_in_issue'],
    ],
    [
      'a changed holding',
      'update holdings set units = units + 1 where token_id = :token and user_id = :one',
      ['holding'],
    ],
    [
      'a changed effect on cash',
      'update holdings set cash_effect = cash_effect + 1 where token_id = :token and user_id = :one',
      ['holding'],
    ],
    [
      'units in issue that are too low',
      'update register_heads set units_in_issue = 1 where token_id = :token',
      ['units_in_issue'],
    ],
    [
      'a wrong number of holders',
      'update register_heads set holders = holders + 1 where token_id = :token',
      ['holders'],
    ],
    [
      'an attestation made smaller',
      'update series_attestations set units_held = 1 where token_id = :token',
      ['units_held 1'],
    ],
    [
      'an attestation made later',
      "update series_attestations set created_at = now() + interval '1 day' where token_id = :token",
      ['units_held 1'],
    ],
  ])('%s is found', async (_, statement, faults) => {
    expect(await tamper(statement)).toEqual(faults)
  })
})

test('a recorded head stays in the register', async () => {
  const { token, symbol, holders } = await createSeries()
  await move(token, 'issue', [
    [null, -1n],
    [holders[0] ?? 0, 1n],
  ])
  const recorded = (await summarizeRegister(store.db)).find((series) => series.symbol === symbol)?.head ?? ''
  await move(token, 'issue', [
    [null, -1n],
    [holders[0] ?? 0, 1n],
  ])
  expect(await containsRegisterHead(store.db, recorded)).toBe(true)
  expect(await containsRegisterHead(store.db, recorded.replace(/./g, '0'))).toBe(false)
})
