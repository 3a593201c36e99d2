import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken, createUser } from '#db/seed/factories'
import { createAttestation, issueUnits } from '#db/seed/series-factories'
import { checkProof, sumLeaves } from '#shared/proof/check'
import { startTestApp, type TestApp } from '#testing'
import { takeDaily } from './daily.ts'
import { takeSnapshot } from './take-snapshot.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('an investor gets a proof that holds', async () => {
  const { user, headers } = await app.signIn({ is_verified: true })
  const other = await createUser(app.db, { is_verified: true })
  const { token_id } = await createAttestation(app.db)
  await issueUnits(app.db, token_id, { [user.id]: '12.5', [other.id]: '0.000001' })
  expect((await app.call('GET', '/user/proof', { headers })).status).toBe(404)
  const made = await takeSnapshot('daily')
  const { body, status } = await app.call('GET', '/user/proof', { headers })
  expect(status).toBe(200)
  const { body: list } = await app.call('GET', '/proof')
  expect(list.snapshots).toEqual([made])
  const results = await checkProof(body, { key: list.public_key })
  expect(results.filter(({ ok }) => !ok)).toEqual([])
  expect([...sumLeaves(body.leaves).values()]).toEqual(['12.500000'])
})
