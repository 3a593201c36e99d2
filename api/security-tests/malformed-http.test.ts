/** Requests that only a socket can send, and no client library, to the listening application. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import { observeWrites, type WriteObserver } from './watch-database-writes.ts'

let app: TestApp
let port: number
let writes: WriteObserver
let bearer: string

beforeAll(async () => {
  app = await startTestApp()
  port = app.listen().port
  bearer = (await app.signIn()).token
  writes = await observeWrites(app)
})
afterAll(() => app.close())

/** Milliseconds of silence after which an invalid request is assumed to get no further response. */
const SILENCE = 1_000

/** Sends bytes unchanged; returns what was received before the server closed, or `silence` had passed. */
function send(bytes: string, silence?: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  const end = () => {
    socket.destroy()
    resolve(text)
  }
  if (silence !== undefined) socket.setTimeout(silence, end)
  socket.on('data', (data) => {
    text += data.toString('latin1')
    if (isWhole(text)) end()
  })
  socket.on('close', () => resolve(text))
  socket.on('error', () => resolve(text))
  socket.write(Buffer.from(bytes, 'latin1'))
  return promise
}

function isWhole(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return body !== undefined && length !== undefined && body.length >= Number(length)
}

const request = (line: string, headers: string[], body = '') =>
  [line, 'Host: localhost', ...headers, '', body].join('\r\n')
const ticket = JSON.stringify({ name: 'A', email: 'a@b.example', subject: 's', message: 'm' })
const post = 'POST /api/v1/support/ticket HTTP/1.1'
const json = 'Content-Type: application/json'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** Rejected by us, in the error format. */
const rejected: [what: string, bytes: () => string, status: number][] = [
  [
    'two Authorization headers',
    () =>
      request('GET /api/v1/user/profile HTTP/1.1', [
        `Authorization: Bearer ${bearer}`,
        'Authorization: Bearer not.a.token',
      ]),
    401,
  ],
  [
    'the same one twice',
    () => request('GET /api/v1/user/profile HTTP/1.1', Array(2).fill(`Authorization: Bearer ${bearer}`)),
    401,
  ],
  [
    'a body with a GET',
    () =>
      request(
        'GET /api/v1/user/profile HTTP/1.1',
        [`Authorization: Bearer ${bearer}`, json, 'Content-Length: 2'],
        '{}',
      ),
    413,
  ],
  [
    'a body in chunks over the limit',
    () =>
      request(
        post,
        [json, 'Transfer-Encoding: chunked'],
        `${chunk(`{"name":"${'x'.repeat(40_000)}`)}${chunk('x'.repeat(40_000))}${chunk('"}')}0\r\n\r\n`,
      ),
    413,
  ],
  ['a length over the limit, and no body', () => request(post, [json, 'Content-Length: 70000']), 413],
  [
    'two content types',
    () => request(post, [json, 'Content-Type: text/plain', `Content-Length: ${ticket.length}`], ticket),
    415,
  ],
  [
    'another method by header',
    () =>
      request('GET /api/v1/support/ticket HTTP/1.1', [
        'X-HTTP-Method-Override: POST',
        'X-Method-Override: POST',
        'X-HTTP-Method: POST',
      ]),
    405,
  ],
  ['an unknown method', () => request('PROPFIND /api/v1/settings HTTP/1.1', []), 405],
]

/** Rejected by the listener, without the error format: a bare response or a closed connection. */
const cutOff: [what: string, bytes: string][] = [
  ['no HTTP', 'hello\r\n\r\n'],
  ['an invalid header', request(post, ['no colon here'])],
  ['a NUL in a header', request('GET /api/v1/settings HTTP/1.1', ['X-A: a\0b'])],
  ['two lengths', request(post, [json, `Content-Length: ${ticket.length}`, 'Content-Length: 1'], ticket)],
  ['a length that is not a number', request(post, [json, 'Content-Length: 0x10'], ticket)],
  ['a negative length', request(post, [json, 'Content-Length: -1'], ticket)],
  [
    'a length and chunks',
    request(
      post,
      [json, `Content-Length: ${ticket.length}`, 'Transfer-Encoding: chunked'],
      `${chunk(ticket)}0\r\n\r\n`,
    ),
  ],
  [
    'a chunk with a wrong length',
    request(post, [json, 'Transfer-Encoding: chunked'], `zz\r\n${ticket}\r\n0\r\n\r\n`),
  ],
  ['headers without end', request('GET /api/v1/settings HTTP/1.1', [`X-A: ${'x'.repeat(200_000)}`])],
  ['half a body', request(post, [json, 'Content-Length: 500'], ticket)],
]

test.each(rejected)('%s is rejected in the error format', async (_, bytes, status) => {
  await writes.take()
  const response = await send(bytes())
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const body = JSON.parse(response.split('\r\n\r\n')[1] ?? '')
  expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  expect(response.toLowerCase()).toContain(`x-request-id: ${body.request_id}`.toLowerCase())
  expect(await writes.take()).toEqual([])
})

test('invalid HTTP is cut off, stores nothing, and does not disturb other requests', async () => {
  await writes.take()
  const responses = await Promise.all(cutOff.map(([, bytes]) => send(bytes, SILENCE)))
  const wrong = cutOff
    .map(([what], at) => ({ what, response: responses[at]?.slice(0, 200) ?? '' }))
    .filter(({ response }) => response !== '' && !/^HTTP\/1\.1 4\d\d /.test(response))
  expect(wrong).toEqual([])
  expect(await writes.take()).toEqual([])
  const after = await fetch(`http://127.0.0.1:${port}/api/v1/settings`)
  expect(after.status).toBe(200)
})
