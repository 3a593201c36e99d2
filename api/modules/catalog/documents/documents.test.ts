import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocument } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const list = async () => (await app.call('GET', '/documents')).body.documents

test('lists public uploads, newest first, without the fields for administrators', async () => {
  const older = await createDocument(app.db, {
    is_public: true,
    original_name: 'Jahresbericht – Übersicht.pdf',
    filename: 'jahresbericht-1f.pdf',
    created_at: new Date('2026-01-01T00:00:00Z'),
  })
  const newer = await createDocument(app.db, {
    is_public: true,
    file_type: 'html',
    filename: 'a b#c.html',
    file_size: 209_715_200,
    created_at: new Date('2026-02-01T00:00:00Z'),
  })
  await createDocument(app.db, { original_name: 'private.pdf' })
  const { status, headers, body } = await app.call('GET', '/documents')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toMatch(/^public/)
  expect(body).toEqual({
    documents: [
      {
        id: newer.id,
        original_name: 'report.pdf',
        filename: 'a b#c.html',
        file_type: 'html',
        file_size: 209_715_200,
        url: '/documents/uploads/a%20b%23c.html',
        created_at: '2026-02-01T00:00:00.000Z',
      },
      {
        id: older.id,
        original_name: 'Jahresbericht – Übersicht.pdf',
        filename: 'jahresbericht-1f.pdf',
        file_type: 'pdf',
        file_size: 1024,
        url: '/documents/uploads/jahresbericht-1f.pdf',
        created_at: '2026-01-01T00:00:00.000Z',
      },
    ],
  })
})

test('an upload made private disappears from the list, which has at most 500 entries', async () => {
  await app.sql`update documents set is_public = false`
  await expect.poll(list, { timeout: 8_000 }).toEqual([])
  await app.sql`insert into documents (original_name, filename, file_type, file_size, is_public)
    select 'n.pdf', 'n-' || n || '.pdf', 'pdf', 1, true from generate_series(1, 501) as n`
  await expect.poll(async () => (await list()).length, { timeout: 8_000 }).toBe(500)
})
