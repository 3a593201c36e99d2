import { describe, expect, test } from 'vitest'
import { ApiError, NetworkError } from '#core/api/call-errors'
import { createForm, type FormOptions } from './form.ts'

interface Ticket {
  subject: string
  email: string
}

const ticket: Ticket = { subject: 'A question', email: 'ada@lodefield.example' }

const rejection = (error: string, path: string) =>
  new ApiError(
    { code: 'validation', error, request_id: 'r-1', details: [{ path, message: error }] },
    { status: 422 },
  )

/** A form that returns the given responses, then successes, and the idempotency keys it was sent with. */
function makeForm(
  responses: (() => Promise<string>)[] = [],
  options: Partial<FormOptions<Ticket, string>> = {},
) {
  const sent: Ticket[] = []
  const keys: string[] = []
  const form = createForm<Ticket, string>({
    initial: ticket,
    save: async (values, key) => {
      sent.push(values)
      return (await responses[keys.push(key) - 1]?.()) ?? 'T-000001'
    },
    explain: (error) => (error instanceof Error ? error.message : 'Unknown error'),
    ...options,
  })
  return { ...form, sent, keys, read: () => form.$state.get() }
}

describe('a form', () => {
  test('goes from editing to saving to saved, and back to editing', async () => {
    const { submit, reset, read, sent } = makeForm()
    expect(read().status).toEqual({ name: 'editing' })
    const saved = submit()
    expect(read().status).toEqual({ name: 'saving' })
    expect(await saved).toBe('T-000001')
    expect(read().status).toEqual({ name: 'saved', result: 'T-000001' })
    expect(sent).toEqual([ticket])
    reset({ subject: '', email: '' })
    expect(read()).toEqual({
      values: { subject: '', email: '' },
      fieldErrors: {},
      status: { name: 'editing' },
    })
  })

  test('sends once when submitted twice', async () => {
    const { submit, keys } = makeForm()
    expect(await Promise.all([submit(), submit()])).toEqual(['T-000001', undefined])
    expect(keys).toHaveLength(1)
  })

  test('sends the values just read from the page', async () => {
    const { submit, sent } = makeForm()
    await submit({ ...ticket, subject: 'Another' })
    expect(sent).toEqual([{ ...ticket, subject: 'Another' }])
  })

  test('sends nothing that its own validation rejects', async () => {
    const check = ({ subject }: Ticket) =>
      subject === '' ? { message: 'Enter a subject', fieldErrors: { subject: '' } } : undefined
    const { set, submit, read, sent } = makeForm([], { check })
    set('subject', '')
    expect(await submit()).toBeUndefined()
    expect(sent).toEqual([])
    expect(read()).toMatchObject({
      fieldErrors: { subject: '' },
      status: { name: 'failed', message: 'Enter a subject' },
    })
  })

  test("shows the server's message at its field until the field is edited", async () => {
    const reject = () => Promise.reject(rejection('Too long', '/subject'))
    const { submit, set, clearError, read } = makeForm([reject, reject])
    for (const edit of [() => set('subject', 'Short'), () => clearError('subject')]) {
      await submit()
      expect(read().fieldErrors).toEqual({ subject: 'Too long' })
      clearError('email')
      expect(read().fieldErrors).toEqual({ subject: 'Too long' })
      edit()
      expect(read().fieldErrors).toEqual({})
      expect(read().status).toMatchObject({ name: 'failed', message: 'Too long' })
    }
  })

  test('reuses its key for the same content and gets a new key for changed content', async () => {
    const lost = () => Promise.reject(new NetworkError(undefined))
    const { submit, set, keys } = makeForm([lost, lost])
    await submit()
    await submit()
    set('subject', 'Another')
    await submit()
    await submit()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(keys[3]).not.toBe(keys[2])
  })
})
