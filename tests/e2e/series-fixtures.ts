/** Series with their data, for browser tests. Every row belongs to one series of the test. */
import type { Sql } from 'postgres'
import type { SignedInAdministrator } from './administrator.ts'

export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
)

const DAY_MS = 86_400_000

/** `YYYY-MM-DD` in UTC, some days from now. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

export interface MadeToken {
  id: number
  symbol: string
  /** The symbol without `$`: the series in the panel's URLs. */
  name: string
  /** The same in lower case: the series in the URLs of all other pages. */
  code: string
}

export interface MadeSeries extends MadeToken {
  offeringId: number
}

const named = (id: number, symbol: string): MadeToken => {
  const name = symbol.slice(1)
  return { id, symbol, name, code: name.toLowerCase() }
}

/** An active token without any series data. */
export async function createToken({ call }: SignedInAdministrator): Promise<MadeToken> {
  const symbol = `$T${crypto.randomUUID().slice(0, 10).replace('-', '').toUpperCase()}`
  const { token } = await call('POST', '/tokens', {
    symbol,
    name: `Reef ${symbol}`,
    category: 'Precious Metals',
    location: 'Nowhere',
    description: 'A series of a browser test',
    icon: 'Award',
    color: 'Gold',
  })
  return named(token.id, symbol)
}

interface Attested {
  units_held?: string
  as_of?: string
  expires?: string
}

/** Units in custody (attested) yesterday for a year. */
export async function createAttestation(
  sql: Sql,
  { id }: Pick<MadeToken, 'id'>,
  attested: Attested = {},
): Promise<void> {
  await sql`insert into series_attestations ${sql({
    token_id: id,
    units_held: '1000',
    as_of: dayFromNow(-1),
    expires: dayFromNow(364),
    auditor: 'Auditor of the custodian',
    filename: `attestation-${crypto.randomUUID()}.pdf`,
    original_name: 'attestation.pdf',
    file_size: 1024,
    sha256: '0'.repeat(64),
    ...attested,
  })}`
}

interface SeriesOptions {
  name?: string
  units_held?: string
  /** Columns of the offering. */
  offering?: Record<string, string | number | Date | string[]>
}

/**
 * A series with 1,000 units in custody and an open offering at 100 dollars, from 1,000 to 50,000 dollars per investor.
 */
export async function createSeries(
  sql: Sql,
  { name = 'Halloysite of a test', units_held = '1000', offering = {} }: SeriesOptions = {},
): Promise<MadeSeries> {
  const symbol = `$E${crypto.randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`
  const [token] = await sql<{ id: number }[]>`
    insert into tokens (symbol, name, location, description, icon, color, category_id)
    select ${symbol}, ${name}, 'Nowhere', 'A series of a test.', 'Gem', 'Gold', id
    from token_categories where name = 'Industrial Minerals' returning id`
  const made = named(token?.id ?? 0, symbol)
  await createAttestation(sql, made, { units_held })
  const row = {
    state: 'open',
    opens_at: new Date(Date.now() - DAY_MS),
    closes_at: new Date(Date.now() + 30 * DAY_MS),
    unit_price: '100.00',
    minimum: '1000.00',
    maximum: '50000.00',
    cap_units: '1000',
    ...offering,
  }
  const [offered] = await sql<{ id: number }[]>`
    insert into offerings ${sql({ ...row, token_id: made.id })} returning id`
  return { ...made, offeringId: offered?.id ?? 0 }
}

/** Issues units at their price of 100 dollars. */
export async function issueUnits(sql: Sql, { id }: MadeToken, held: [user_id: number, units: string][]) {
  await sql.begin(async (tx) => {
    for (const [user_id, units] of held) {
      const [movement] = await tx`
        insert into register_movements (token_id, type) values (${id}, 'issue') returning id`
      await tx`insert into register_entries (token_id, movement_id, user_id, units, cost)
        values (${id}, ${movement?.id}, null, -${units}::numeric, -${units}::numeric * 100),
          (${id}, ${movement?.id}, ${user_id}, ${units}, ${units}::numeric * 100)`
    }
  })
}

interface Subscribed {
  user_id: number
  /** In dollars. */
  amount?: number
}

/** A submitted subscription; returns its id and reference. */
export async function subscribe(sql: Sql, { id }: MadeSeries, { user_id, amount = 1000 }: Subscribed) {
  const [row] = await sql`
    insert into subscriptions (user_id, token_id, offering_id, amount, unit_price, units)
    select ${user_id}, token_id, id, ${amount}, unit_price, trunc(${amount}::numeric / unit_price, 6)
    from offerings where token_id = ${id}
    returning id`
  const made = row as { id: number }
  await sql`insert into subscription_steps (subscription_id, state, by) values (${made.id}, 'submitted', 'investor')`
  return { id: made.id, reference: `S-${String(made.id).padStart(6, '0')}` }
}
