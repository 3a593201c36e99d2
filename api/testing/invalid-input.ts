/**
 * Invalid input for any endpoint with a JSON body. Every response must be a 4xx in the error format, and nothing may be
 * stored.
 */
import { expect } from 'vitest'
import type { TestApp } from '#testing/test-app'

interface NastyBody {
  what: string
  /** Created for each call if it can be read only once. */
  raw: BodyInit | (() => BodyInit)
  headers?: Record<string, string>
  status: number
}

const json = { 'content-type': 'application/json' }
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

/** Bodies that every endpoint rejects, whatever its fields. */
export const malformedBodies: NastyBody[] = [
  { what: 'nothing', raw: '', status: 400 },
  { what: 'no JSON', raw: '{"a":', status: 400 },
  { what: 'JSON deeper than any', raw: deep, status: 413 },
  { what: 'invalid UTF-8', raw: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), status: 400 },
  { what: 'a number that JSON does not have', raw: '{"a":NaN}', status: 400 },
  { what: 'a list', raw: '[]', status: 422 },
  { what: 'null', raw: 'null', status: 422 },
  { what: 'a text', raw: '"text"', status: 422 },
  { what: 'ten megabytes', raw: JSON.stringify({ a: 'x'.repeat(10_000_000) }), status: 413 },
  {
    what: 'a form',
    raw: 'first_name=a',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
  },
  { what: 'plain text', raw: '{}', headers: { 'content-type': 'text/plain' }, status: 415 },
  {
    what: 'another charset',
    raw: '{}',
    headers: { 'content-type': 'application/json; charset=latin1' },
    status: 415,
  },
  {
    what: 'packed JSON',
    raw: Bun.gzipSync('{}'),
    headers: { ...json, 'content-encoding': 'gzip' },
    status: 415,
  },
  {
    what: 'a stream over the limit',
    raw: () => new Blob(['{"a":"', 'x'.repeat(200_000), '"}']).stream(),
    status: 413,
  },
]

/** Values, as JSON, that every single-line text field rejects. */
export const invalidTexts = [
  '"nul\\u0000byte"',
  '"lone \\ud800 surrogate"',
  '"bell\\u0007"',
  '"escape\\u001b[31m"',
  '"line\\u2028separator"',
  `"${'x'.repeat(10_000)}"`,
  '1',
  '1e309',
  '-0',
  'true',
  'null',
  '[]',
  '["text"]',
  '{}',
  '{"toString":"text"}',
]

/** Sends a body and expects an error response that does not repeat it. */
export async function expectRejection(
  app: TestApp,
  call: { method: string; path: string; headers: Record<string, string> },
  { raw, headers, status }: Omit<NastyBody, 'what'>,
) {
  const response = await app.call(call.method, call.path, {
    headers: { ...json, ...call.headers, ...headers },
    raw: typeof raw === 'function' ? raw() : raw,
  })
  expect(response.status).toBe(status)
  expect(response.body).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) })
  expect(response.body.request_id).toBe(response.headers.get('x-request-id'))
  expect(response.text).not.toMatch(/\bat \w+ \(|select |insert |typebox|Elysia/i)
  return response
}
