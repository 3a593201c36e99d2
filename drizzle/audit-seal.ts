/**
 * The seal of an audit entry: an HMAC with a key that the database does not contain, over the entry and the previous
 * seal. Anyone who can write to the database can rebuild the plain hash chain, but not the seals.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The sealed fields, as stored. */
export interface SealedContent {
  id: number
  created_at: Date
  admin_id: number | null
  admin_name: string
  action: string
  entity: string
  entity_id: string
  before: unknown
  after: unknown
  ip_address: string
  request_id: string
}

/** JSON with object fields in a fixed order, because stored JSON is read back in a different order. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toCanonicalJson(field)}`).join(',')}}`
}

/**
 * Seals an entry. `previous` is the previous entry's seal, or its hash if it has none, so the first seal covers all
 * unsealed entries.
 */
export function sealEntry(key: string, previous: string, entry: SealedContent): string {
  const content = [
    previous,
    entry.id,
    entry.created_at.toISOString(),
    entry.admin_id,
    entry.admin_name,
    entry.action,
    entry.entity,
    entry.entity_id,
    entry.before,
    entry.after,
    entry.ip_address,
    entry.request_id,
  ]
  return createHmac('sha256', key).update(toCanonicalJson(content)).digest('hex')
}

/** Whether `seal` is an entry's seal under any of the keys. */
export function verifySeal(
  keys: readonly string[],
  previous: string,
  entry: SealedContent & { seal: string },
): boolean {
  const given = Buffer.from(entry.seal)
  return keys.some((key) => {
    const expected = Buffer.from(sealEntry(key, previous, entry))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
