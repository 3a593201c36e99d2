/** HEAD over a socket: the listener, not the application, omits the body. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStream } from '#http/pipeline/responses'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'
import { sendRawRequest } from './send-raw-request.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp()
  port = app.listen().port
})
afterAll(() => app.close())

const readable = () =>
  [...registeredEndpoints.values()].filter(({ method, path }) => method === 'GET' && !path.includes(':'))

/** Sends a request for a call and waits until the connection is closed. */
const ask = (method: string, path: string, authorization: string) =>
  sendRawRequest(
    port,
    `${method} /api/v1${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`,
  )

test('HEAD has the status, the length and the headers of GET, and no body', async () => {
  const { headers } = await app.signIn()
  const paths = readable().filter((endpoint) => !isStream(endpoint))
  expect(paths.length).toBeGreaterThan(15)
  for (const path of ['/no-such-call', ...paths.map((endpoint) => endpoint.path)]) {
    const get = await ask('GET', path, headers.authorization)
    const head = await ask('HEAD', path, headers.authorization)
    expect(head.status, path).toBe(get.status)
    expect(head.body, path).toBe('')
    const length = get.headers.get('content-length')
    if (length !== null) expect(Number(length), path).toBe(get.body.length)
    // A streamed body has no length, with either method.
    for (const name of ['content-length', 'transfer-encoding', 'content-type', 'cache-control']) {
      expect(head.headers.get(name), `${path} ${name}`).toBe(get.headers.get(name))
    }
  }
})

test('HEAD of an event stream ends immediately, without a length', async () => {
  const { headers } = await app.signIn()
  const streams = readable().filter(isStream)
  expect(streams.length).toBeGreaterThan(0)
  for (const { path } of streams) {
    const head = await ask('HEAD', path, headers.authorization)
    expect(head.status, path).toBe(200)
    expect(head.headers.get('content-type'), path).toContain('text/event-stream')
    expect(head.headers.get('content-length'), path).toBeNull()
  }
})

test('HEAD of a file has the length of the file', async () => {
  const { headers } = await app.signInAdmin()
  const form = new FormData()
  form.set('file', new File(['%PDF-1.7\nstartxref\n0\n%%EOF'], 'sample.pdf', { type: 'application/pdf' }))
  const { body } = await app.call('POST', `${app.adm}/documents/upload`, { headers, raw: form })
  const path = `${app.adm}/documents/${body.document.id}/file`
  const get = await ask('GET', path, headers.authorization)
  const head = await ask('HEAD', path, headers.authorization)
  expect([head.status, head.body]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(String(body.document.file_size))
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
})
