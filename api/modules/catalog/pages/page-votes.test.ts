import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimitRules } from '#http/pipeline/rate-limit'
import { createSiteFolders } from '#testing/site-folders'
import { startTestApp, type TestApp } from '#testing/test-app'

/** The application with two documentation pages. */
const startWithPages = async (environment: Record<string, string> = {}): Promise<TestApp> =>
  startTestApp(environment, await createSiteFolders(['glossary', 'token-lifecycle']))

let app: TestApp
beforeAll(async () => {
  app = await startWithPages()
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from page_votes`)

const readerOf = (at: number) => `reader-${String(at).padStart(20, '0')}`
const vote = (slug: string, reader: string, helpful: boolean) =>
  app.call('POST', `/docs/${slug}/votes`, { body: { reader, helpful } })

describe('votes on documentation pages', () => {
  test('are none before the first', async () => {
    const { status, body } = await app.call('GET', '/docs/glossary/votes')
    expect({ status, body }).toEqual({ status: 200, body: { helpful: 0, not_helpful: 0 } })
  })

  test('are counted by page, and returned with each vote', async () => {
    expect((await vote('glossary', readerOf(1), true)).body).toEqual({ helpful: 1, not_helpful: 0 })
    expect((await vote('glossary', readerOf(2), false)).body).toEqual({ helpful: 1, not_helpful: 1 })
    expect((await vote('token-lifecycle', readerOf(1), true)).body).toEqual({ helpful: 1, not_helpful: 0 })
    expect((await app.call('GET', '/docs/glossary/votes')).body).toEqual({ helpful: 1, not_helpful: 1 })
  })

  test('a second vote of a reader replaces the first', async () => {
    await vote('glossary', readerOf(1), true)
    expect((await vote('glossary', readerOf(1), false)).body).toEqual({ helpful: 0, not_helpful: 1 })
    expect((await vote('glossary', readerOf(1), false)).body).toEqual({ helpful: 0, not_helpful: 1 })
  })

  test('twenty votes of one reader at once are one vote', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => vote('glossary', readerOf(1), at % 2 === 0)),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const { body } = await app.call('GET', '/docs/glossary/votes')
    expect(body.helpful + body.not_helpful).toBe(1)
  })

  test('twenty readers at once are twenty votes', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => vote('glossary', readerOf(at), true)))
    expect((await app.call('GET', '/docs/glossary/votes')).body).toEqual({ helpful: 20, not_helpful: 0 })
  })

  test('keep neither the id of the reader nor what connects the votes of one reader', async () => {
    await vote('glossary', readerOf(1), true)
    await vote('token-lifecycle', readerOf(1), true)
    const rows = await app.sql<{ reader_hash: string }[]>`select * from page_votes`
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([
      ['helpful', 'reader_hash', 'slug', 'voted_at'],
      ['helpful', 'reader_hash', 'slug', 'voted_at'],
    ])
    expect(JSON.stringify(rows)).not.toContain(readerOf(1))
    expect(new Set(rows.map(({ reader_hash }) => reader_hash)).size).toBe(2)
  })

  test('are rejected for an unknown page', async () => {
    expect((await vote('no-such-page', readerOf(1), true)).status).toBe(404)
    expect((await vote('constructor', readerOf(1), true)).status).toBe(404)
    expect((await app.call('GET', '/docs/no-such-page/votes')).status).toBe(404)
    expect(await app.sql`select * from page_votes`).toEqual([])
  })

  test.each([
    ['a guessable reader', { reader: 'me', helpful: true }],
    ['no reader', { helpful: true }],
    ['no opinion', { reader: readerOf(1) }],
    ['an opinion that is no truth value', { reader: readerOf(1), helpful: 'yes' }],
  ])('are rejected with %s', async (_, body) => {
    expect((await app.call('POST', '/docs/glossary/votes', { body })).status).toBe(422)
    expect(await app.sql`select * from page_votes`).toEqual([])
  })
})

test('one address may cast only so many votes, whatever readers it invents', async () => {
  const limited = await startWithPages({ RATE_LIMIT_SCALE: '0.1' })
  try {
    const statuses: number[] = []
    const allowed = rateLimitRules.page_vote.points / 10
    for (let at = 0; at <= allowed; at += 1) {
      const { status } = await limited.call('POST', '/docs/glossary/votes', {
        body: { reader: readerOf(at), helpful: true },
        address: '203.0.113.9',
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(allowed).fill(200), 429])
    expect((await limited.call('GET', '/docs/glossary/votes')).body).toEqual({
      helpful: allowed,
      not_helpful: 0,
    })
  } finally {
    await limited.close()
  }
})
