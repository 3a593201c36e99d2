import { type Report, residentBytes } from './compare-servers.ts'
import { ADMIN_PASSWORD, ADMIN_SEGMENT, SERVER_PORT, startServerUnderTest } from './server-under-test.ts'

const UPLOADS = 4
const MEGABYTE = 1024 * 1024
const MEGABYTES = 199
const BASE = `http://127.0.0.1:${SERVER_PORT}/api/v1`

async function signIn(): Promise<string> {
  const response = await fetch(`${BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-path': ADMIN_SEGMENT },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  if (!response.ok) throw new Error(`The administrator's sign-in returned ${response.status}`)
  return ((await response.json()) as { access_token: string }).access_token
}

/** A PDF by its first and last bytes, sent piece by piece. */
async function* form(boundary: string): AsyncGenerator<Uint8Array> {
  const text = new TextEncoder()
  yield text.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`,
  )
  const piece = new Uint8Array(MEGABYTE).fill(32)
  for (let sent = 0; sent < MEGABYTES; sent++) yield piece
  yield text.encode(`\nstartxref\n0\n%%EOF\r\n--${boundary}--\r\n`)
}

async function upload(token: string): Promise<void> {
  const boundary = `bench-${crypto.randomUUID()}`
  const parts = form(boundary)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const response = await fetch(`${BASE}/${ADMIN_SEGMENT}/admin/documents/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body,
  })
  if (response.status !== 201)
    throw new Error(`An upload returned ${response.status}: ${await response.text()}`)
}

/** The server's peak additional memory while documents of almost 200 MB arrive concurrently. */
export async function benchUploads(report: Report, work: string): Promise<void> {
  const server = await startServerUnderTest(work)
  try {
    const token = await signIn()
    await Bun.sleep(2_000)
    const before = await residentBytes(server.pid)
    let most = before
    const watch = setInterval(async () => {
      most = Math.max(most, await residentBytes(server.pid))
    }, 50)
    await Promise.all(Array.from({ length: UPLOADS }, () => upload(token)))
    clearInterval(watch)
    const grown = most - before
    report({
      what: `memory grown during ${UPLOADS} uploads of ${MEGABYTES} MB side by side`,
      ours: `${(grown / 1e6).toFixed(0)} MB`,
      floor: '100 MB',
      ratio: grown / 100e6,
      goal: '< 1',
      reached: grown < 100e6,
    })
  } finally {
    await server.stop()
  }
}
