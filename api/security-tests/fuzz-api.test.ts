/**
 * The whole API, fuzzed by its own description as an anonymous caller, an investor and an administrator. `FUZZ_SEED`
 * and `FUZZ_RUNS` search beyond the calls of every test run.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { createSession } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { type FuzzCaller, fuzzApi } from './fuzz-api.ts'
import { createTargetRows } from './sample-requests.ts'
import { observeWrites } from './watch-database-writes.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const runs = Number(process.env.FUZZ_RUNS ?? 4)

/** Different from all other stored text, so that it is recognizable in any response. */
const PRIVATE = 'canary-of-somebody-else'
const SECRET = 'canary-of-the-server'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TOKEN_SECRET: `${SECRET}-token-0123456789abcdef`, MARKET_FEED: 'simulated' })
})
afterAll(() => app.close())

/** Rows of all kinds that belong to a user, with the canary in every text. */
async function storePrivateRows() {
  const { user_id, chat, ticket, call, ...rows } = await createTargetRows(app)
  const { sql } = app
  await sql`update users set first_name = ${PRIVATE}, last_name = ${PRIVATE}, email = ${`${PRIVATE}@lodefield.example`},
    phone = '+1 202 555 0199', linkedin = ${`https://${PRIVATE}.example/`}, password_hash = ${SECRET} where id = ${user_id}`
  await sql`update transactions set description = ${PRIVATE} where id = ${rows.transaction.id}`
  await sql`update activities set description = ${PRIVATE} where id = ${rows.activity.id}`
  await sql`update notifications set title = ${PRIVATE}, message = ${PRIVATE} where id = ${rows.notification.id}`
  await sql`update support_tickets set name = ${PRIVATE}, subject = ${PRIVATE}, message = ${PRIVATE} where id = ${ticket.id}`
  await sql`update call_schedules set name = ${PRIVATE}, purpose = ${PRIVATE} where id = ${call.id}`
  await sql`update chat_sessions set name = ${PRIVATE} where id = ${chat.id}`
  await sql`update chat_messages set message = ${PRIVATE} where chat_session_id = ${chat.id}`
  await sql`update documents set original_name = ${PRIVATE}, is_public = false where id = ${rows.document.id}`
  await createSession(app.db, { user_id, refresh_token_hash: SECRET })
}

test(
  'no input makes the server fail, reveals another user’s data, or stores anything when rejected',
  async () => {
    await storePrivateRows()
    const writes = await observeWrites(app)
    const { body: open } = await app.call('GET', '/openapi.json')
    const signedIn = await app.signInAdmin()
    // Otherwise the daily snapshot is taken while a rejected call runs.
    await app.call('POST', `${app.adm}/proof/snapshots`, { headers: signedIn.headers })
    await writes.take()
    const { body: panel } = await app.call('GET', `${app.adm}/openapi.json`, { headers: signedIn.headers })
    const description = { ...open, paths: { ...open.paths, ...panel.paths } }
    const everybody: FuzzCaller = { name: 'stranger', headers: () => ({}), mustNotSee: [PRIVATE, SECRET] }
    const investor: FuzzCaller = {
      name: 'investor',
      headers: async () => {
        const { headers, session } = await app.signIn()
        return { ...headers, 'x-csrf-token': createCsrfToken(session.id, app.config.TOKEN_SECRET) }
      },
      mustNotSee: [PRIVATE, SECRET, app.adminPath],
    }
    const administrator: FuzzCaller = {
      name: 'administrator',
      headers: async () => ({ ...(await app.signInAdmin()).headers, 'x-admin-path': app.adminPath }),
      mustNotSee: [SECRET],
    }
    const { findings, calls, accepted } = await fuzzApi(
      {
        description,
        fetch: (request) => app.fetch(request),
        callers: [everybody, investor, administrator],
        known: { admin_path: app.adminPath },
        stored: async () => {
          // An export is generated after its response: what it writes is not stored by the next call.
          await expect
            .poll(() => app.sql`select from account_exports where state = 'working'`, { timeout: 10_000 })
            .toHaveLength(0)
          return writes.take()
        },
      },
      { seed, runs },
    )
    expect(findings).toEqual([])
    expect(accepted / calls).toBeGreaterThan(0.08)
  },
  60_000 * runs,
)
