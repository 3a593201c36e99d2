/**
 * Every constraint and every trigger of the database that rejects a row: the caller gets a message and never a 500.
 * Those that callers can violate are provoked here through the API; for the others `unreachable-constraints.ts` says
 * why no caller can. `not null` columns share one message: `invalid-input.test.ts` sends null to every field.
 */
import type { TObject, TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { constraintProblem } from '#common/constraint-problems'
import { toProblem } from '#http/pipeline/problem-response'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'
import { type Attackers, provocationsOf } from './constraint-provocations.ts'
import { buildPath, buildSampleRequest, createTargetRows } from './sample-requests.ts'
import { unreachable } from './unreachable-constraints.ts'

let app: TestApp
let attackers: Attackers
let names: string[]
let provocations: ReturnType<typeof provocationsOf>
beforeAll(async () => {
  app = await startTestApp()
  const investor = await app.signIn({ is_verified: true })
  const { headers: admin } = await app.signInAdmin()
  attackers = { app, admin, investor, targets: await createTargetRows(app, investor.user.id) }
  provocations = provocationsOf(attackers)
  names = await readConstraints()
})
afterAll(() => app.close())

/** The names of everything in the migrated database that rejects a row, and the column of an identity primary key. */
async function readConstraints(): Promise<string[]> {
  const rows = await app.sql<{ name: string }[]>`
    select conname as name from pg_constraint as rule
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
      and not (contype = 'p' and cardinality(conkey) = 1 and exists (
        select from pg_attribute where attrelid = conrelid and attnum = conkey[1] and attidentity = 'a'))
    union
    select relname from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)
    union
    select rule[1] from pg_proc, regexp_matches(
      prosrc, '(?:constraint = |errcode = (?=''LD)|refuse_movement\\(\\s*)''(\\w+)''', 'g') as rule
    where pronamespace = 'public'::regnamespace
    union
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~* 'raise exception'
      and prosrc !~ 'constraint = |errcode = ''LD'
    order by 1`
  return rows.map(({ name }) => name)
}

/** Drizzle's error for a violated constraint. */
const violation = (code: string, constraint_name?: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('refused'), { code, constraint_name }) })

const GENERAL = ['23502', '23503', '23505', '23514', '23001'].map(
  (code) => constraintProblem(violation(code))?.message ?? '',
)

test('every constraint and every raising trigger is provoked, or has a reason why no caller can', () => {
  const known = new Set([...Object.keys(provocations), ...unreachable.keys()])
  expect(names.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !names.includes(name))).toEqual([])
  expect([...unreachable.keys()].filter((name) => name in provocations)).toEqual([])
})

test('each that a caller can violate is rejected with its own message', async () => {
  const faults: string[] = []
  for (const [name, provoke] of Object.entries(provocations)) {
    const { status, body, text } = await provoke()
    const isRefused = [409, 422].includes(status) && /^[A-Z].{15,}/.test(body?.error ?? '')
    if (!isRefused || GENERAL.includes(body.error)) faults.push(`${name}: ${status} ${text}`)
  }
  expect(faults).toEqual([])
})

test('a redemption of more than is held says how much is held', async () => {
  const { body } = (await provocations.register_heads_units_in_issue_range?.()) ?? {}
  expect(body.error).toBe(
    'This investor holds only 999 units of the series, but this movement requires 1,000 units.',
  )
})

test('any other one is a conflict with a message rather than a server error', () => {
  for (const name of names) {
    for (const code of ['23502', '23503', '23505', '23514', '23001', '22003']) {
      const { code: problem, message } = toProblem(violation(code, name))
      expect([name, problem]).toEqual([name, 'conflict'])
      expect(message).toMatch(/^[A-Z].{15,}/)
      expect(message).not.toContain(name)
    }
  }
})

test('a collision with another call should be retried', () => {
  for (const code of ['40001', '40P01', '55P03']) {
    expect(toProblem(violation(code))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Please try again'),
      retryAfter: expect.any(Number),
    })
  }
})

/** Whether a field takes one or several row ids. */
const takesIds = (schema: TSchema): boolean =>
  schema.type === 'array'
    ? takesIds(schema.items)
    : schema.anyOf
      ? schema.anyOf.some(takesIds)
      : schema.type === 'integer' && (schema.maximum ?? 0) >= 2 ** 31 - 1

test('a nonexistent id in a body is rejected', async () => {
  const unknown = 2_000_000_000
  const faults: string[] = []
  let sent = 0
  for (const endpoint of registeredEndpoints.values()) {
    if (!endpoint.body || endpoint.upload) continue
    const call = buildSampleRequest(endpoint, attackers.targets)
    for (const [name, schema] of Object.entries((endpoint.body as TObject).properties)) {
      if (!takesIds(schema)) continue
      const { status, text } = await app.call(endpoint.method, buildPath(call, app.adminPath), {
        headers: endpoint.access === 'investor' ? attackers.investor.headers : attackers.admin,
        body: { ...call.body, [name]: schema.type === 'array' ? [unknown, unknown] : unknown },
      })
      sent += 1
      if (status >= 500) faults.push(`${call.name} ${name}: ${status} ${text}`)
    }
  }
  expect(faults).toEqual([])
  expect(sent).toBeGreaterThan(8)
})
