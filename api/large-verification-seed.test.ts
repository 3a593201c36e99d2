import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedLarge } from '#db/seed/large-seed'
import { listItems } from '#shared/enums/verifications'
import { startTestApp, type TestApp } from '#testing/test-app'
import { storeSampleEvidence } from './sample-evidence.ts'

const counts = { users: 300, transactions: 100, notifications: 100, coins: 1, entries: 600 }

let app: TestApp
let reviewer: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  reviewer = await app.signInAdmin({ roles: ['compliance'] })
  await seedLarge(app.sql, { counts, passwordHash: '!', storeEvidence: storeSampleEvidence })
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `${app.adm}/verifications${path}`, { headers: reviewer.headers, body })
const list = async (state: string): Promise<{ user_id: number }[]> =>
  (await call('GET', `?state=${state}&limit=100`)).body.verifications
const read = async (id: number | undefined) => (await call('GET', `/${id}`)).body.verification

describe('the verifications of the large seed', () => {
  test('are reviewed from the oldest on: documents are opened, items accepted, the risk rated, and it is decided', async () => {
    const [oldest] = await list('waiting')
    const id = oldest?.user_id
    let form = await read(id)
    expect(form.files.map(({ item }: { item: string }) => item)).toEqual([
      'identity',
      'address',
      'investor_kind',
    ])
    for (const file of form.files) {
      const { status, text } = await call('GET', `/${id}/files/${file.id}`)
      expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
    }
    const decide = async (decision: object) => {
      const { status, body } = await call('PUT', `/${id}`, { ...decision, updated_at: form.updated_at })
      expect(status, JSON.stringify(body)).toBe(200)
      form = body.verification
    }
    for (const item of listItems('person')) await decide({ action: 'accept_item', item })
    await decide({ action: 'rate', risk: 'low', reason: 'Sample data' })
    const verified_until = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
    await decide({ action: 'verify', verified_until })
    expect(form).toMatchObject({ state: 'verified', is_verified: true })
  })

  test('miss nothing while they wait, some of them accepted in part', async () => {
    const states = new Set<string>()
    for (const { user_id } of [...(await list('submitted')), ...(await list('in_review'))]) {
      for (const { state, gaps } of (await read(user_id)).items) {
        expect(gaps).toEqual([])
        states.add(state)
      }
    }
    expect([...states].toSorted()).toEqual(['accepted', 'complete'])
  })

  test('that need more have one item that is asked for again, with its reason', async () => {
    const rows = await list('needs_more')
    expect(rows.length).toBeGreaterThan(0)
    for (const { user_id } of rows) {
      const { items } = await read(user_id)
      expect(items.filter(({ state }: { state: string }) => state === 'needs_more')).toMatchObject([
        { reason: expect.stringMatching(/^(The|Please) .+\.$/) },
      ])
    }
  })

  test('say on each file that it is a sample', async () => {
    const names = await app.sql`select distinct name from verification_files order by name`
    for (const { name } of names) expect(name).toMatch(/^Sample .+ \(illustrative\)\.pdf$/)
  })
})
