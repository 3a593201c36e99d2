/**
 * `Idempotency-Key`: a repeat within 24 hours gets the first response and stores nothing twice.
 *
 * The key's row, the work and the response form one database transaction. A parallel repeat waits on the key's unique
 * index until that transaction ends and then reads its response; if it failed, the repeat does the work itself.
 */
import { and, eq, lt, sql } from 'drizzle-orm'
import { invalidFieldProblem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { IDEMPOTENCY_KEY_HOURS, idempotencyKeys } from '#db/schema/platform/idempotency-keys'

/** The path of the field in a validation error. */
const KEY_PATH = '/headers/idempotency-key'

const KEY = /^[\x21-\x7e]{1,200}$/

/** Reads the header. Undefined if it is missing; throws `validation` if it is not a valid key. */
export function parseIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!KEY.test(key)) {
    throw invalidFieldProblem(KEY_PATH, 'Idempotency-Key must be 1 to 200 visible ASCII characters')
  }
  return key
}

/**
 * Runs `work` at most once for `scope` (caller and path) and `key`. Throws `validation` if the key was used with
 * another body.
 */
export function runIdempotent<T>(
  scope: string,
  key: string,
  body: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const bodyHash = new Bun.CryptoHasher('sha256').update(JSON.stringify(body)).digest('hex')
  const sameKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  return inTransaction(async () => {
    const db = database()
    await db
      .delete(idempotencyKeys)
      .where(
        and(
          sameKey,
          lt(idempotencyKeys.created_at, sql`now() - make_interval(hours => ${IDEMPOTENCY_KEY_HOURS})`),
        ),
      )
    const [claimed] = await db
      .insert(idempotencyKeys)
      .values({ scope, key, body_hash: bodyHash })
      .onConflictDoNothing()
      .returning({ id: idempotencyKeys.id })
    if (!claimed) {
      const [first] = await db.select().from(idempotencyKeys).where(sameKey)
      if (first?.body_hash !== bodyHash) {
        throw invalidFieldProblem(
          KEY_PATH,
          'This Idempotency-Key has already been used with a different request',
        )
      }
      return first.response as T
    }
    const response = await work()
    await db.update(idempotencyKeys).set({ response }).where(eq(idempotencyKeys.id, claimed.id))
    return response
  })
}
