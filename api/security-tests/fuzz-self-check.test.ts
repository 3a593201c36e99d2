/** The fuzzer, tested on a small correct application, and on the same one with each fault it must find. */
import { expect, test } from 'vitest'
import { type Description, type FuzzFinding, type FuzzRule, type FuzzTarget, fuzzApi } from './fuzz-api.ts'

const CANARY = 'canary-of-somebody-else'

const problem = {
  type: 'object',
  properties: { error: { type: 'string' }, code: { type: 'string' } },
  required: ['error', 'code'],
}
const refusal = { content: { 'application/json': { schema: problem } } }

const description: Description = {
  servers: [{ url: '/api' }],
  paths: {
    '/notes/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
              },
            },
          },
          404: refusal,
        },
      },
    },
    '/notes': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { text: { type: 'string', maxLength: 100 }, size: { type: 'integer' } },
                required: ['text', 'size'],
              },
            },
          },
        },
        responses: {
          201: { content: { 'application/json': { schema: { type: 'object', properties: {} } } } },
          422: refusal,
        },
      },
    },
  },
}

interface Faults {
  read?: (id: number) => Response | undefined
  create?: (body: { text?: unknown; size?: unknown }, store: () => void) => Response | undefined
}

const refuse = (status: number) => Response.json({ error: 'Refused', code: 'refused' }, { status })

/** Stores notes; `faults` run before the correct behavior. */
function createTarget({ read, create }: Faults = {}): FuzzTarget {
  let written: string[] = []
  const store = () => void written.push('INSERT notes')
  return {
    description,
    callers: [{ name: 'stranger', headers: () => ({}), mustNotSee: [CANARY] }],
    async fetch(request) {
      if (request.method === 'GET') {
        const id = Number(new URL(request.url).pathname.split('/').at(-1))
        return read?.(id) ?? (Number.isInteger(id) && id > 0 ? Response.json({ text: 'note' }) : refuse(404))
      }
      const body = await request.json()
      const fault = create?.(body ?? {}, store)
      if (fault) return fault
      const isNote = typeof body?.text === 'string' && body.text.length <= 100 && Number.isInteger(body.size)
      if (!isNote) return refuse(422)
      store()
      return Response.json({}, { status: 201 })
    },
    async stored() {
      const taken = written
      written = []
      return taken
    },
  }
}

const find = async (faults?: Faults) => fuzzApi(createTarget(faults), { seed: 1, runs: 100 })

test('finds nothing in a correct application', async () => {
  const { findings, calls, accepted } = await find()
  expect(findings).toEqual([])
  expect(calls).toBe(200)
  expect(accepted).toBeGreaterThan(100)
})

const planted: [what: string, rule: FuzzRule, operation: string, faults: Faults][] = [
  [
    'a crash on one kind of number',
    'server error',
    'POST /notes',
    { create: ({ size }) => (typeof size === 'number' && size < 0 ? refuse(500) : undefined) },
  ],
  [
    'a crash on a NUL',
    'server error',
    'POST /notes',
    { create: ({ text }) => (String(text).includes('\0') ? refuse(500) : undefined) },
  ],
  [
    'an error as a page',
    'no JSON error',
    'GET /notes/{id}',
    {
      read: (id) =>
        Number.isNaN(id)
          ? new Response('<h1>Not Found</h1>', { status: 404, headers: { 'content-type': 'text/html' } })
          : undefined,
    },
  ],
  [
    'an error that only says it is JSON',
    'no JSON error',
    'GET /notes/{id}',
    {
      read: (id) =>
        id === 2
          ? new Response('oops', { status: 404, headers: { 'content-type': 'application/json' } })
          : undefined,
    },
  ],
  [
    'an error in another form',
    'undeclared response',
    'GET /notes/{id}',
    { read: (id) => (id > 1_000 ? Response.json({ message: 'no' }, { status: 404 }) : undefined) },
  ],
  [
    'an undocumented status',
    'undeclared status',
    'GET /notes/{id}',
    { read: (id) => (id < 1 ? refuse(418) : undefined) },
  ],
  [
    'an undocumented field',
    'undeclared response',
    'GET /notes/{id}',
    { read: (id) => (id > 5 ? Response.json({ text: 'note', password_hash: 'x' }) : undefined) },
  ],
  [
    'a field of another type',
    'undeclared response',
    'GET /notes/{id}',
    { read: (id) => (id === 3 ? Response.json({ text: null }) : undefined) },
  ],
  [
    'data of another user',
    'leak',
    'GET /notes/{id}',
    { read: (id) => (id === 7 ? Response.json({ text: `of ${CANARY}` }) : undefined) },
  ],
  [
    'a statement in an error',
    'leak',
    'POST /notes',
    {
      create: ({ size }) =>
        typeof size === 'string'
          ? Response.json({ error: 'insert into notes values ($1)', code: 'refused' }, { status: 422 })
          : undefined,
    },
  ],
  [
    'a rejected call that stores',
    'stored by a rejected call',
    'POST /notes',
    {
      create: ({ size }, store) => {
        if (Number.isInteger(size)) return undefined
        store()
        return refuse(422)
      },
    },
  ],
]

test.each(planted)('finds %s', async (_, rule, operation, faults) => {
  const { findings } = await find(faults)
  const expected: FuzzFinding = {
    operation,
    rule,
    caller: 'stranger',
    detail: expect.stringContaining('seed 1'),
  }
  expect(findings).toEqual([expected])
})
