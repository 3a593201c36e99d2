import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { parseMentions } from './note-mentions.ts'

let app: TestApp
let ada: Awaited<ReturnType<TestApp['signInAdmin']>>
let bo: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  ada = await app.signInAdmin({ username: 'Ada.Reyes' })
  bo = await app.signInAdmin({ username: 'bo', roles: ['support'] })
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, by = ada) =>
  app.call(method, `${app.adm}${path}`, { body, headers: by.headers })
const write = async (userId: number, text: string, by = ada) =>
  (await call('POST', `/users/${userId}/notes`, { text }, by)).body.note

test.each([
  ['Ask @bo, then @Ada.Reyes.', ['bo', 'ada.reyes']],
  ['@bo @BO', ['bo']],
  ['mail bo@example.com or a @', []],
])('finds the names in %j', (text, names) => {
  expect(parseMentions(text)).toEqual(names)
})

describe('internal notes', () => {
  test('are listed with their author, pinned ones first, then newest first', async () => {
    const { id } = await createUser(app.db)
    const first = await write(id, 'Called back.')
    const second = await write(id, 'Wants a statement.')
    const path = `/users/${id}/notes`
    expect(first).toMatchObject({
      text: 'Called back.',
      pinned: false,
      by: { id: ada.admin.id, username: 'Ada.Reyes' },
    })
    const pinned = await call(
      'PUT',
      `${path}/${first.id}`,
      { pinned: true, updated_at: first.updated_at },
      bo,
    )
    expect(pinned.body.note.pinned).toBe(true)
    const { body } = await call('GET', path)
    expect(body.notes.map((note: { id: number }) => note.id)).toEqual([first.id, second.id])
  })

  test('are changed and deleted by their author alone', async () => {
    const { id } = await createUser(app.db)
    const note = await write(id, 'Draft')
    const path = `/users/${id}/notes/${note.id}`
    expect((await call('PUT', path, { text: 'Mine' }, bo)).status).toBe(403)
    expect((await call('DELETE', path, undefined, bo)).status).toBe(403)
    expect((await call('PUT', path, { text: 'Final', updated_at: note.updated_at })).body.note.text).toBe(
      'Final',
    )
    expect((await call('PUT', path, { text: 'Late', updated_at: note.updated_at })).body.code).toBe(
      'stale_write',
    )
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await call('DELETE', path)).status).toBe(404)
  })

  test('belong to their investor: by the address of another they are 404', async () => {
    const note = await write((await createUser(app.db)).id, 'Here')
    const other = await createUser(app.db)
    expect((await call('PUT', `/users/${other.id}/notes/${note.id}`, { pinned: true })).status).toBe(404)
    expect((await call('GET', '/users/2147483647/notes')).status).toBe(404)
    expect((await call('POST', '/users/2147483647/notes', { text: 'A' })).status).toBe(404)
  })

  test('tell the colleagues whom they name, once, until they are read', async () => {
    const { id } = await createUser(app.db, { first_name: 'Ira', last_name: 'Holt' })
    const note = await write(id, 'Please call, @BO and @nobody. @Ada.Reyes')
    const ofBo = async () => (await call('GET', '/mentions', undefined, bo)).body.mentions
    expect(await ofBo()).toEqual([
      {
        note_id: note.id,
        user: { id, name: 'Ira Holt' },
        text: note.text,
        by: { id: ada.admin.id, username: 'Ada.Reyes' },
        created_at: note.created_at,
      },
    ])
    expect((await call('GET', '/mentions')).body.mentions, 'not the author').toEqual([])
    expect((await call('PUT', `/mentions/${note.id}`)).status, 'of somebody else').toBe(404)
    expect((await call('PUT', `/mentions/${note.id}`, undefined, bo)).status).toBe(200)
    await call('PUT', `/users/${id}/notes/${note.id}`, { text: 'Please call today, @bo' })
    expect(await ofBo()).toEqual([])
  })

  test('are never seen by the investor, and leave no text in the audit log', async () => {
    const { user, headers } = await app.signIn()
    const note = await write(user.id, 'Suspects-a-fraud')
    await call('DELETE', `/users/${user.id}/notes/${note.id}`)
    const entries =
      await app.sql`select * from audit_log where entity = 'note' and entity_id = ${String(note.id)} order by id`
    expect(entries.map(({ action }) => action)).toEqual(['note.create', 'note.delete'])
    expect(JSON.stringify(entries)).not.toContain('Suspects')
    expect((await app.call('GET', `${app.adm}/users/${user.id}/notes`, { headers })).status).toBe(403)
  })

  test('are erased with the account', async () => {
    const { id } = await createUser(app.db)
    await write(id, 'Called back.')
    expect((await call('DELETE', `/users/${id}`)).status).toBe(200)
    expect(await app.sql`select id from user_notes where user_id = ${id}`).toEqual([])
  })

  test('are read by auditors, who write none', async () => {
    const auditor = await app.signInAdmin({ roles: ['auditor'] })
    const { id } = await createUser(app.db)
    expect((await call('GET', `/users/${id}/notes`, undefined, auditor)).status).toBe(200)
    expect((await call('POST', `/users/${id}/notes`, { text: 'A' }, auditor)).status).toBe(403)
  })
})
