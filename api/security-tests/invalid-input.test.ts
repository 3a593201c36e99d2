/**
 * Input that every endpoint must reject: broken bodies, broken paths, and for each body and query field the values that
 * its type invites. Every one is rejected in the error format, stores nothing, and reveals no internals.
 */
import type { TObject } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { adminProof } from '#contract/holdings/admin-proof'
import { problemStatuses } from '#contract/problem'
import { registeredEndpoints } from '#http/pipeline/route'
import { malformedBodies } from '#testing/invalid-input'
import { startTestApp, type TestApp, type TestResponse } from '#testing/test-app'
import { listInvalidJson, listInvalidQueryValues } from './invalid-values.ts'
import {
  buildContent,
  buildHeaders,
  buildPath,
  buildSampleRequest,
  createTargetRows,
  type SampleRequest,
  type TargetRows,
} from './sample-requests.ts'
import { observeWrites, type WriteObserver } from './watch-database-writes.ts'

let app: TestApp
let targets: TargetRows
let writes: WriteObserver
const bearers: Record<string, Record<string, string>> = { public: {}, 'admin-path': {} }
const sessions: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  const [investor, admin] = [await app.signIn({ is_verified: true }), await app.signInAdmin()]
  Object.assign(bearers, { investor: investor.headers, admin: admin.headers })
  Object.assign(sessions, { investor: investor.session.id, admin: admin.session.id })
  targets = await createTargetRows(app, investor.user.id)
  writes = await observeWrites(app)
})
afterAll(() => app.close())

const endpoints = () => [...registeredEndpoints.values()]
const taking = (part: 'body' | 'query' | 'params') => endpoints().filter((endpoint) => endpoint[part])

const headersFor = (endpoint: Endpoint): Record<string, string> => ({
  ...buildHeaders(endpoint, sessions[endpoint.access] ?? '', app),
  ...bearers[endpoint.access],
  ...(endpoint.path.startsWith('/auth/') && { 'x-admin-path': app.adminPath }),
})

/** Internal text: from a stack, a statement, a library or a file. */
const INSIDE =
  /\bat \S+ \(|\bselect (?:["*$]|\w+[(.]|.+ from (?:"|\w+ (?:where|join|as|order|limit)\b))|\binsert into|drizzle|postgres|typebox|elysia|busboy|node_modules|\.ts\b|\/tmp\//i

/** The fault of an error response; undefined if it is correct. */
function faultOf({ status, headers, body, text }: TestResponse): string | undefined {
  if (status < 400 || status > 499) return `${status} ${text.slice(0, 300)}`
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return 'is not JSON'
  if (problemStatuses[body.code as keyof typeof problemStatuses] !== status)
    return `code ${body.code} with ${status}`
  if (typeof body.error !== 'string' || body.error === '') return 'says nothing'
  if (body.request_id !== headers.get('x-request-id')) return 'has no request id'
  if (headers.get('cache-control') !== 'no-store') return 'may be kept'
  return INSIDE.test(text) ? `shows the inside: ${text.slice(0, 300)}` : undefined
}

type Request = NonNullable<Parameters<TestApp['call']>[2]> & { path?: string }

/** Sends input that must be rejected; returns the fault of the response. */
async function refuse(call: SampleRequest, what: string, request: Request): Promise<string[]> {
  const { path = buildPath(call, app.adminPath), headers, ...content } = request
  const response = await app.call(call.endpoint.method, path, {
    headers: { ...headersFor(call.endpoint), ...headers },
    ...content,
  })
  const fault = faultOf(response)
  return fault ? [`${what.slice(0, 60)}: ${fault}`] : []
}

/** Attacks these endpoints, and expects that every attempt is rejected and stores nothing. */
async function expectRejections(
  endpoints: Endpoint[],
  attempts: (call: SampleRequest) => [what: string, request: Request][],
): Promise<number> {
  const faults: string[] = []
  let sent = 0
  for (const endpoint of endpoints) {
    const call = buildSampleRequest(endpoint, targets)
    for (const [what, request] of attempts(call)) {
      sent += 1
      faults.push(...(await refuse(call, what, request)).map((fault) => `${call.name}, ${fault}`))
    }
    const stored = await writes.take()
    if (stored.length > 0) faults.push(`${call.name} stored ${stored}`)
  }
  expect(faults).toEqual([])
  return sent
}

const json = { 'content-type': 'application/json' }

/** The JSON of a body with one field replaced by the given text, unescaped. */
function withField(body: Record<string, unknown> | undefined, name: string, text: string): string {
  const { [name]: _, ...rest } = body ?? {}
  const others = Object.entries(rest).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`,
  )
  return `{${others.join('')}${JSON.stringify(name)}:${text}}`
}

const fieldsOf = (schema: unknown) => Object.entries((schema as TObject).properties)

/** A password may contain any text; an unknown refresh token in a sign-out ends no session. */
const isAsTyped = (name: string, { path }: Endpoint) => /password/i.test(name) || path === '/auth/logout'

describe('rejects a body', () => {
  test('that is unreadable', async () => {
    const sent = await expectRejections(taking('body'), ({ endpoint }) =>
      malformedBodies
        // A sign-out may have an empty body.
        .filter(({ raw }) => !(endpoint.path === '/auth/logout' && raw === ''))
        .map(({ what, raw, headers }) => [
          what,
          { raw: typeof raw === 'function' ? raw() : raw, headers: { ...json, ...headers } },
        ]),
    )
    expect(sent).toBeGreaterThan(500)
  })

  test('with a value of the wrong kind in any of its fields', async () => {
    const sent = await expectRejections(
      taking('body').filter(({ upload }) => !upload),
      ({ endpoint, body }) =>
        fieldsOf(endpoint.body).flatMap(([name, schema]) =>
          listInvalidJson(schema, isAsTyped(name, endpoint)).map((text): [string, Request] => [
            `${name} = ${text}`,
            { raw: withField(body, name, text), headers: json },
          ]),
        ),
    )
    expect(sent).toBeGreaterThan(2500)
  })

  test('without a required field, or with it in the prototype only', async () => {
    const sent = await expectRejections(
      taking('body').filter(({ upload }) => !upload),
      ({ endpoint, body = {} }) => {
        const { required = [] } = endpoint.body as TObject
        return required
          .filter((name) => (endpoint.body as TObject).properties[name]?.default === undefined)
          .flatMap((name): [string, Request][] => {
            const { [name]: value, ...rest } = body
            const start = JSON.stringify(rest).slice(0, -1)
            const comma = start === '{' ? '' : ','
            const hidden = JSON.stringify({ [name]: value })
            return [
              [`no ${name}`, { body: rest }],
              [`${name} in __proto__`, { raw: `${start}${comma}"__proto__":${hidden}}`, headers: json }],
              [
                `${name} in constructor`,
                { raw: `${start}${comma}"constructor":{"prototype":${hidden}}}`, headers: json },
              ],
              // The last one counts.
              [
                `${name} twice`,
                {
                  raw: `${start}${comma}${JSON.stringify(name)}:${JSON.stringify(value)},${JSON.stringify(name)}:{}}`,
                  headers: json,
                },
              ],
            ]
          })
      },
    )
    expect(sent).toBeGreaterThan(100)
  })

  test('where none is allowed', async () => {
    const bodyless = endpoints().filter(({ body, method }) => !body && method !== 'GET')
    expect(bodyless.length).toBeGreaterThan(5)
    await expectRejections(bodyless, () => [
      // The fields of a small object are unknown, and unknown fields are always ignored.
      ['a list', { raw: '[1]', headers: { ...json, 'content-length': '3' } }],
      ['text', { raw: 'a=1', headers: { 'content-type': 'text/plain', 'content-length': '3' } }],
      [
        'a large body in chunks',
        { raw: `{"a":"${'a'.repeat(1_024)}"}`, headers: { ...json, 'transfer-encoding': 'chunked' } },
      ],
    ])
  })

  test('with an invalid idempotency key, on all calls that create something for a signed-in caller', async () => {
    const creating = endpoints().filter(({ status, access }) => status === 201 && access !== 'public')
    // A passkey answers a challenge, which counts once; for snapshots see decision 22.
    const others = creating.filter(
      ({ idempotent, path }) => !idempotent && !path.endsWith('/factors/passkey'),
    )
    expect(others.map(({ path }) => path)).toEqual([adminProof.takeSnapshot.path])
    const idempotent = endpoints().filter((endpoint) => endpoint.idempotent)
    expect(idempotent.length).toBeGreaterThan(8)
    await expectRejections(idempotent, (call) =>
      ['x'.repeat(201), 'two words', 'caf\u00e9', '\u0001'].map((key) => [
        `key ${key}`,
        { ...buildContent(call), headers: { 'idempotency-key': key } },
      ]),
    )
  })
})

describe('rejects a form with a file', () => {
  const form = (...parts: [head: string, content: string][]) =>
    `${parts.map(([head, content]) => `--b\r\n${head}\r\n\r\n${content}\r\n`).join('')}--b--\r\n`
  const type = { 'content-type': 'multipart/form-data; boundary=b' }

  test('that is broken, or whose file is not of that type', async () => {
    const uploads = endpoints().filter(({ upload }) => upload)
    expect(uploads.length).toBeGreaterThan(1)
    await expectRejections(uploads, ({ endpoint }) => {
      const field = endpoint.upload?.field ?? ''
      const head = (name: string, file = 'a.pdf') =>
        `Content-Disposition: form-data; name="${name}"; filename="${file}"`
      const pdf = '%PDF-1.7\nstartxref\n0\n%%EOF'
      const bodies: [string, string, Record<string, string>?][] = [
        ['nothing', ''],
        ['no parts', form()],
        ['no boundary', form([head(field), pdf]), { 'content-type': 'multipart/form-data' }],
        ['another boundary', form([head(field), pdf]), { 'content-type': 'multipart/form-data; boundary=c' }],
        ['cut off', form([head(field), pdf]).slice(0, 60)],
        ['a part without a name', form(['Content-Disposition: form-data; filename="a.pdf"', pdf])],
        ['another name', form([head('other'), pdf])],
        ['a field for a file', form([`Content-Disposition: form-data; name="${field}"`, pdf])],
        ['an empty file', form([head(field), ''])],
        ['two files', form([head(field), pdf], [head(field), pdf])],
        ['a program', form([head(field, 'a.pdf'), '\u007fELF\u0002\u0001\u0001'])],
        ['a script', form([head(field, 'a.png'), 'alert(1)'])],
        ...fieldsOf(endpoint.body)
          .filter(([, schema]) => schema.enum)
          .map(([name]): [string, string] => [
            `a bad choice of ${name} beside it`,
            form([head(field), pdf], [`Content-Disposition: form-data; name="${name}"`, 'perhaps']),
          ]),
        [
          'many fields',
          form(
            ...Array.from({ length: 40 }, (_, at): [string, string] => [
              `Content-Disposition: form-data; name="f${at}"`,
              'x',
            ]),
            [head(field, 'a.exe'), 'MZ'],
          ),
        ],
        ['long headers', form([`${head(field)}\r\nX: ${'x'.repeat(100_000)}`, 'MZ'])],
        ['JSON', '{}', json],
        ['a packed form', form([head(field), pdf]), { ...type, 'content-encoding': 'gzip' }],
      ]
      return bodies.map(([what, raw, headers]) => [what, { raw, headers: headers ?? type }])
    })
  })
})

describe('rejects a call', () => {
  const wrongIds = [
    '0',
    '-1',
    '1.5',
    '0x10',
    '1e3',
    '99999999999',
    '2147483648',
    'abc',
    '%201',
    '1%20',
    '%D9%A1',
    '01x',
  ]
  const wrongNames = [
    '__proto__',
    'constructor',
    '..%2f..%2fetc%2fpasswd',
    '%27%20or%201=1--',
    'x'.repeat(2_000),
    '%3Cscript%3E',
  ]
  const unreadable = ['%00', 'a%00b', '%ff', '%zz', '%', '%ed%a0%80']

  test('with an invalid path parameter', async () => {
    const sent = await expectRejections(taking('params'), (call) =>
      fieldsOf(call.endpoint.params).flatMap(([name, schema]) =>
        [...(schema.type === 'integer' ? wrongIds : []), ...wrongNames, ...unreadable].map(
          (value): [string, Request] => [
            `${name} = ${value}`,
            { ...buildContent(call), path: buildPath(call, app.adminPath, { [name]: value }) },
          ],
        ),
      ),
    )
    expect(sent).toBeGreaterThan(700)
  })

  test('with an invalid query', async () => {
    const sent = await expectRejections(taking('query'), (call) => {
      const path = buildPath(call, app.adminPath)
      return fieldsOf(call.endpoint.query).flatMap(([name, schema]): [string, Request][] => [
        ...listInvalidQueryValues(schema).map((value): [string, Request] => [
          `?${name}=${value}`,
          { path: `${path}?${name}=${value}` },
        ]),
        [`${name} twice`, { path: `${path}?${name}=1&${name}=1` }],
      ])
    })
    expect(sent).toBeGreaterThan(500)
  })
})
