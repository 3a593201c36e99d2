import { describe, expect, test } from 'vitest'
import { ApiError } from '#core/api/call-errors'
import {
  createRowForm,
  getChangedFields,
  mergeVersions,
  type RowFormOptions,
  type SaveOptions,
} from './row-form.ts'

interface Row {
  [name: string]: string
  title: string
  note: string
}

const refusal = (code: 'stale_write' | 'validation' | 'conflict', error: string, path?: string) =>
  new ApiError(
    { code, error, request_id: 'r-1', details: path ? [{ path, message: error }] : undefined },
    { status: 409 },
  )

function makeForm(options: Partial<RowFormOptions<Row, string>> = {}) {
  const sent: (SaveOptions<Row> & { values: Row })[] = []
  const form = createRowForm<Row, string>({
    initial: { values: { title: 'Gold', note: '' }, updatedAt: 'one' },
    save: async (values, rest) => {
      sent.push({ values, ...rest })
      return 'saved'
    },
    failure: 'Failed to save token',
    ...options,
  })
  return { form, sent }
}

describe('the form of a row', () => {
  test('sends the typed values, with the version they are based on', async () => {
    const { form, sent } = makeForm()
    form.set('title', 'Silver')
    expect(form.isChanged()).toBe(true)
    expect(await form.submit()).toBe('saved')
    expect(sent).toEqual([
      {
        values: { title: 'Silver', note: '' },
        base: { title: 'Gold', note: '' },
        updatedAt: 'one',
        idempotencyKey: expect.any(String),
      },
    ])
    expect(form.isChanged()).toBe(false)
  })

  test('sends nothing that its own validation rejects', async () => {
    const { form, sent } = makeForm({ check: ({ title }) => (title ? {} : { title: 'Enter a title' }) })
    form.set('title', '')
    expect(await form.submit()).toBeUndefined()
    expect(sent).toEqual([])
    expect(form.$state.get()).toMatchObject({
      fieldErrors: { title: 'Enter a title' },
      status: { name: 'failed', message: 'Enter a title' },
    })
  })

  test("shows the server's message at its field until the field is changed", async () => {
    const { form } = makeForm({ save: () => Promise.reject(refusal('validation', 'Too long', '/title')) })
    await form.submit()
    expect(form.$state.get().fieldErrors).toEqual({ title: 'Too long' })
    expect(form.$state.get().status).toMatchObject({
      name: 'failed',
      message: 'Failed to save token. Too long',
    })
    form.set('title', 'Short')
    expect(form.$state.get().fieldErrors).toEqual({})
  })

  test('puts the reason in place of {reason} in the text', async () => {
    const save = () => Promise.reject(refusal('conflict', 'It is in use'))
    const { form } = makeForm({ save, failure: 'Failed to update notification: {reason}' })
    await form.submit()
    expect(form.$state.get().status).toMatchObject({
      message: 'Failed to update notification: It is in use',
    })
  })
})

describe('a row changed by another administrator', () => {
  const theirs = { values: { title: 'Platinum', note: 'theirs' }, updatedAt: 'two' }
  function makeStale() {
    const versions: (string | undefined)[] = []
    const changes: Partial<Row>[] = []
    const { form } = makeForm({
      save: async (values, { updatedAt, base }) => {
        versions.push(updatedAt)
        changes.push(getChangedFields(base, values))
        if (updatedAt === 'one') throw refusal('stale_write', 'This token was changed in the meantime.')
        return 'saved'
      },
      reread: async () => theirs,
    })
    form.set('title', 'Silver')
    return { form, versions, changes }
  }

  test('is shown beside the typed values, and nothing is sent until one is chosen', async () => {
    const { form, versions } = makeStale()
    await form.submit()
    expect(form.$state.get()).toMatchObject({
      values: { title: 'Silver' },
      status: { name: 'stale', theirs },
    })
    expect(await form.submit()).toBeUndefined()
    expect(versions).toEqual(['one'])
  })

  test('is overwritten only in the fields that were edited here', async () => {
    const { form, versions, changes } = makeStale()
    await form.submit()
    expect(form.$state.get().status).toMatchObject({ conflicts: ['title'], followed: ['note'] })
    expect(await form.keepMine()).toBe('saved')
    expect(versions).toEqual(['one', 'two'])
    expect(changes).toEqual([{ title: 'Silver' }, { title: 'Silver' }])
    expect(form.$state.get().values).toEqual({ title: 'Silver', note: 'theirs' })
  })

  test('has no conflict in a field that both set to the same value, or that only one of them changed', () => {
    const base = { a: '1', b: '1', c: '1', d: '1' }
    expect(
      mergeVersions(base, { a: '2', b: '2', c: '1', d: '2' }, { a: '2', b: '3', c: '3', d: '1' }),
    ).toEqual({ merged: { a: '2', b: '2', c: '3', d: '2' }, conflicts: ['b'], followed: ['c'] })
  })

  test('names the person who changed it, and is shown even if that cannot be read', async () => {
    for (const [readLastChange, lastChange] of [
      [async () => ({ by: 'Keeper', at: '2026-11-22T10:00:00.000Z' }), { by: 'Keeper' }],
      [() => Promise.reject(new Error('down')), undefined],
    ] as const) {
      const { form } = makeForm({
        save: () => Promise.reject(refusal('stale_write', 'This token was changed in the meantime.')),
        reread: async () => theirs,
        readLastChange,
      })
      await form.submit()
      const { status } = form.$state.get()
      expect(status.name === 'stale' && status.lastChange).toEqual(
        lastChange && expect.objectContaining(lastChange),
      )
    }
  })

  test('can be accepted and edited further', async () => {
    const { form, versions } = makeStale()
    await form.submit()
    form.takeTheirs()
    expect(form.$state.get().values).toEqual(theirs.values)
    expect(form.isChanged()).toBe(false)
    expect(await form.submit()).toBe('saved')
    expect(versions).toEqual(['one', 'two'])
  })

  test('cannot be saved after it was deleted', async () => {
    const { form } = makeForm({
      save: () => Promise.reject(refusal('stale_write', 'This token was changed in the meantime.')),
      reread: async () => undefined,
    })
    await form.submit()
    expect(form.$state.get().status).toMatchObject({ name: 'failed' })
  })
})

describe('a form whose row is reloaded', () => {
  const version = (title: string, note: string) => ({ values: { title, note }, updatedAt: 'two' })

  test('takes over the fields without unsaved input', () => {
    const { form } = makeForm()
    form.set('title', 'Silver')
    form.follow(version('Copper', 'Renamed'))
    expect(form.$state.get().values).toEqual({ title: 'Silver', note: 'Renamed' })
    expect(form.isChanged()).toBe(true)
  })

  test('shows what was stored, except in fields that were changed since', async () => {
    const waiting = Promise.withResolvers<string>()
    const { form } = makeForm({ save: () => waiting.promise })
    form.set('title', ' Silver ')
    const saved = form.submit()
    form.set('note', 'Typed since')
    waiting.resolve('saved')
    await saved
    form.follow(version('Silver', ''))
    expect(form.$state.get().values).toEqual({ title: 'Silver', note: 'Typed since' })
  })

  test('is saved over the version that was read last', async () => {
    const { form, sent } = makeForm()
    form.follow(version('Gold', ''))
    form.set('title', 'Silver')
    await form.submit()
    expect(sent[0]?.updatedAt).toBe('two')
  })
})

test('a form with a failure handler explains its own failure', async () => {
  const { form } = makeForm({
    save: () => Promise.reject(new Error('down')),
    failure: () => 'The profile was not saved',
  })
  await form.submit()
  expect(form.$state.get().status).toMatchObject({ name: 'failed', message: 'The profile was not saved' })
})
