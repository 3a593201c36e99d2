import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_BYTES_MAX } from '#contract/catalog/admin-documents'
import { writeStream } from '#http/upload/receive-form'
import { startTestApp, type TestApp } from '#testing/test-app'
import { deleteOrphanedUploads } from './upload-cleanup.ts'

let app: TestApp
let headers: Record<string, string>
let server: Bun.Server<unknown>
beforeAll(async () => {
  app = await startTestApp()
  ;({ headers } = await app.signInAdmin())
  server = app.listen({ maxRequestBodySize: 1024 * 1024 * 1024 }).server
})
afterAll(() => app.close())

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n'
const PAGE = '<!doctype html><html><body><h1>Résumé</h1><script>alert(1)</script></body></html>'

interface Upload {
  content?: BlobPart
  name?: string
  isPublic?: string
  more?: Record<string, string>
}
function upload({ content = PDF, name = 'report.pdf', isPublic, more = {} }: Upload = {}) {
  const raw = new FormData()
  if (isPublic !== undefined) raw.append('is_public', isPublic)
  raw.append('file', new Blob([content]), name)
  return app.call('POST', `${app.adm}/documents/upload`, { headers: { ...headers, ...more }, raw })
}
const admin = (method: string, path: string, body?: unknown) =>
  app.call(method, `${app.adm}/documents${path}`, { headers, body })
const open_ = (url: string, more: Record<string, string> = {}, method = 'GET') =>
  app.fetch(new Request(`http://localhost${url}`, { method, headers: more }))
const publicNames = async () =>
  (await app.call('GET', '/documents')).body.documents.map(({ filename }: { filename: string }) => filename)

/** Stored files, and files that are still arriving. */
const stored = () => readdirSync(app.uploads).filter((name) => /\.(pdf|html)$/.test(name))
const arriving = () => readdirSync(join(app.uploads, '.arriving'))

describe('an upload', () => {
  test('is private by default, and its type is detected from its content', async () => {
    const { status, body } = await upload({ name: 'Annual Revïew 2026.PDF' })
    expect(status).toBe(201)
    expect(body.document).toMatchObject({
      original_name: 'Annual Revïew 2026.PDF',
      file_type: 'pdf',
      file_size: PDF.length,
      is_public: false,
    })
    expect(body.document.filename).toMatch(/^annual-review-2026-[0-9a-f]{16}\.pdf$/)
    expect((await open_(body.document.url)).status).not.toBe(200)
    expect(await publicNames()).not.toContain(body.document.filename)

    const page = await upload({ content: PAGE, name: 'really.pdf', isPublic: 'true' })
    expect(page.body.document).toMatchObject({ file_type: 'html', is_public: true })
    expect(page.body.document.original_name).toBe('really.pdf.html')
    const [entry] = await app.sql`
      select action, after from audit_log where entity = 'document' order by id desc limit 1`
    expect(entry).toMatchObject({ action: 'document.upload', after: { id: page.body.document.id } })
    expect(arriving()).toEqual([])
  })

  test.each([
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 'report.pdf'],
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'report.html'],
    ['text', 'Just a text.', 'report.html'],
    ['an SVG image', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'report.html'],
    [
      'a page with bytes that are no text',
      new Uint8Array([...Buffer.from('<html>'), 0xff, 0xfe, 0]),
      'x.html',
    ],
  ])('that is %s is rejected, whatever its name', async (_, content, name) => {
    const before = stored().length
    const { status, body } = await upload({ content, name })
    expect([status, body.code, body.error]).toEqual([
      415,
      'unsupported_type',
      'Only PDF and HTML files are allowed',
    ])
    expect(stored()).toHaveLength(before)
    expect(arriving()).toEqual([])
  })

  test.each([
    ['without startxref', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'],
    ['with other bytes before its header', `\uFEFF${'\n'.repeat(900)}${PDF}`],
    ['with bytes after its end', `${PDF}${'\0'.repeat(900)}`],
  ])('of a PDF %s is accepted, as readers open it, and is sent unchanged', async (_, content) => {
    const { status, body } = await upload({ content, name: 'report.pdf', isPublic: 'true' })
    expect([status, body.document?.file_type]).toEqual([201, 'pdf'])
    const sent = await app.call('GET', `${app.adm}/documents/${body.document.id}/file`, { headers })
    expect(sent.text).toBe(content.replace('\uFEFF', ''))
    expect(body.document.file_size).toBe(Buffer.byteLength(content))
  })

  test('of a truncated PDF says what is missing', async () => {
    const { status, body } = await upload({
      content: '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n',
      name: 'report.pdf',
    })
    expect([status, body.code]).toEqual([415, 'unsupported_type'])
    expect(body.error).toContain('its end mark (%%EOF) is missing')
  })

  test.each([
    ['../../../etc/passwd', 'passwd.pdf'],
    ['..\\..\\windows\\system32\\evil.exe', 'evil.exe.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['a\u202efdp.exe', 'afdp.exe.pdf'],
    ['日本語.pdf', '日本語.pdf'],
    [`${'long '.repeat(80)}.pdf`, expect.stringMatching(/^.{251}\.pdf$/)],
  ])('named %s is stored under a generated name', async (name, shown) => {
    const { status, body } = await upload({ name, isPublic: 'true' })
    expect(status).toBe(201)
    expect(body.document.original_name).toEqual(shown)
    expect(body.document.filename).toMatch(/^[a-z0-9-]+-[0-9a-f]{16}\.pdf$/)
    expect((await open_(body.document.url)).status).toBe(200)
  })

  test('is rejected without a file, with an empty one, with two, or with an invalid field', async () => {
    const url = `${app.adm}/documents/upload`
    const none = new FormData()
    none.append('is_public', 'true')
    const missing = await app.call('POST', url, { headers, raw: none })
    expect([missing.status, missing.body.details[0].path]).toEqual([422, '/file'])
    expect((await upload({ content: '' })).status).toBe(422)
    expect((await upload({ isPublic: 'maybe' })).body.details[0].path).toBe('/is_public')
    const two = new FormData()
    two.append('file', new Blob([PDF]), 'one.pdf')
    two.append('file', new Blob([PDF]), 'two.pdf')
    expect((await app.call('POST', url, { headers, raw: two })).status).toBe(422)
    expect((await app.call('POST', url, { headers, body: {} })).status).toBe(415)
    for (const raw of [
      '',
      '--x\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-',
    ]) {
      const broken = await app.call('POST', url, {
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        raw,
      })
      expect([400, 422]).toContain(broken.status)
    }
    expect(arriving()).toEqual([])
  })

  test('is rejected before its end if the form has too many fields', async () => {
    const fields = Buffer.from('--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n'.repeat(10_000))
    let pulled = 0
    const raw = new ReadableStream({
      pull(controller) {
        pulled += 1
        if (pulled > 50) controller.close()
        else controller.enqueue(fields)
      },
    })
    const { status, body } = await app.call('POST', `${app.adm}/documents/upload`, {
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      raw,
    })
    expect([status, body.error]).toEqual([400, 'The form has too many fields.'])
    expect(pulled).toBeLessThan(5)
    expect(arriving()).toEqual([])
  })

  test('sent again with its key is stored once; another file with that key is rejected', async () => {
    const more = { 'idempotency-key': 'document-once' }
    const responses = await Promise.all(Array.from({ length: 4 }, () => upload({ more, name: 'once.pdf' })))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(201)
    expect(stored().filter((name) => name.startsWith('once-'))).toHaveLength(1)
    expect((await upload({ more, name: 'once.pdf', content: `${PDF}%` })).status).toBe(422)
  })

  test('is rejected with its own error when the disk is full', async () => {
    if (!existsSync('/dev/full')) return
    const handle = await open('/dev/full', 'w')
    const source = (async function* () {
      yield new Uint8Array(10)
    })()
    await expect(writeStream(source, handle, { maxFile: 100, tooLarge: '' })).rejects.toMatchObject({
      code: 'storage_full',
    })
    await handle.close()
  })
})

describe('over the network', () => {
  const boundary = 'ore'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const type = `multipart/form-data; boundary=${boundary}`

  /** A form whose file has `size` bytes, generated while it is sent. */
  function bigForm(size: number): ReadableStream<Uint8Array> {
    const block = new Uint8Array(1024 * 1024)
    const end = '\nstartxref\n0\n%%EOF'
    let left = size - end.length
    let begun = false
    return new ReadableStream({
      pull(controller) {
        if (!begun) {
          begun = true
          controller.enqueue(Buffer.from(`${head}%PDF-1.7\n`))
          left -= 9
        } else if (left > 0) {
          controller.enqueue(block.subarray(0, Math.min(left, block.length)))
          left -= block.length
        } else {
          controller.enqueue(Buffer.from(`${end}${tail}`))
          controller.close()
        }
      },
    })
  }
  const send = (body: ReadableStream<Uint8Array>) =>
    fetch(`${server.url}api/v1${app.adm}/documents/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    })

  test('accepts 200 MB and rejects a byte more, chunked too, with flat memory and no file left', async () => {
    const before = stored().length
    Bun.gc(true)
    const memory = process.memoryUsage.rss()
    const largest = await send(bigForm(DOCUMENT_BYTES_MAX))
    expect(largest.status).toBe(201)
    const { document } = (await largest.json()) as { document: { id: number; file_size: number } }
    expect(document.file_size).toBe(DOCUMENT_BYTES_MAX)
    expect((await admin('DELETE', `/${document.id}`)).status).toBe(200)

    const larger = await send(bigForm(DOCUMENT_BYTES_MAX + 1))
    expect(larger.status).toBe(413)
    expect(await larger.json()).toMatchObject({
      code: 'too_large',
      error: 'File size too large. Maximum 200MB allowed',
    })
    // Client and server share this process.
    expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * 1024 * 1024)
    await expect.poll(() => stored().length).toBe(before)
    await expect.poll(arriving).toEqual([])
  }, 300_000)

  test('an upload that declares too large a size is rejected before its body is sent', async () => {
    const response = await app.call('POST', `${app.adm}/documents/upload`, {
      headers: { ...headers, 'content-type': type, 'content-length': String(DOCUMENT_BYTES_MAX + 200_000) },
      raw: head + tail,
    })
    expect(response.status).toBe(413)
  })

  test('an aborted upload leaves no file', async () => {
    const before = stored().length
    const socket = connect(server.port as number, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      [
        `POST /api/v1${app.adm}/documents/upload HTTP/1.1`,
        'Host: localhost',
        `Authorization: ${headers.authorization}`,
        `Content-Type: ${type}`,
        'Content-Length: 5000000',
        '',
        head,
      ].join('\r\n'),
    )
    socket.write(`%PDF-1.7\n${'x'.repeat(500_000)}`)
    await expect.poll(() => arriving().length, { timeout: 5_000 }).toBe(1)
    socket.destroy()
    await expect.poll(arriving, { timeout: 5_000 }).toEqual([])
    expect(stored()).toHaveLength(before)
  })
})

describe('a public document', () => {
  test('is sent with its type, in ranges, and as 304 to a client that has it', async () => {
    const { body } = await upload({ name: 'Revïew "A".pdf', isPublic: 'true' })
    const { url } = body.document
    const whole = await open_(url)
    expect(await whole.text()).toBe(PDF)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Rev_ew _A_.pdf"; filename*=UTF-8''Rev%C3%AFew%20%22A%22.pdf`,
      'cache-control': 'public, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    const etag = whole.headers.get('etag') ?? ''
    expect((await open_(url, { 'if-none-match': etag })).status).toBe(304)
    const part = await open_(url, { range: 'bytes=5-7' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '1.7',
      `bytes 5-7/${PDF.length}`,
    ])
    expect((await open_(url, { range: 'bytes=99999-' })).status).toBe(416)
    const head = await open_(url, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(PDF.length),
      '',
    ])
    expect((await open_(url, {}, 'POST')).status).not.toBe(200)
  })

  test('that is a page is sandboxed', async () => {
    const { body } = await upload({ content: PAGE, name: 'page.htm', isPublic: 'true' })
    const { headers: sent } = await open_(body.document.url)
    expect(sent.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = sent.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:/)
    expect(policy).not.toMatch(/allow-|script-src/)
    expect(sent.get('x-content-type-options')).toBe('nosniff')
  })

  test('is no longer served once it becomes private or is deleted', async () => {
    const { document } = (await upload({ isPublic: 'true' })).body
    expect(await publicNames()).toContain(document.filename)
    const hidden = await admin('PUT', `/${document.id}`, {
      is_public: false,
      updated_at: document.updated_at,
    })
    expect(hidden.body.document.is_public).toBe(false)
    expect((await open_(document.url)).status).not.toBe(200)
    expect(await publicNames()).not.toContain(document.filename)
    const stale = await admin('PUT', `/${document.id}`, { is_public: true, updated_at: document.updated_at })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])

    await admin('PUT', `/${document.id}`, { is_public: true, original_name: 'Renamed' })
    const shown = await open_(document.url)
    expect(shown.headers.get('content-disposition')).toContain('"Renamed.pdf"')
    expect(await publicNames()).toContain(document.filename)

    expect((await admin('DELETE', `/${document.id}`)).body).toEqual({ success: true })
    expect((await open_(document.url)).status).not.toBe(200)
    expect(await publicNames()).not.toContain(document.filename)
    await expect.poll(() => existsSync(join(app.uploads, document.filename))).toBe(false)
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { is_public: true } : undefined
      expect((await admin(method, `/${document.id}`, body)).status).toBe(404)
    }
    const actions = await app.sql`
      select action from audit_log where entity_id = ${String(document.id)} and entity = 'document' order by id`
    expect(actions.map(({ action }) => action)).toEqual([
      'document.upload',
      'document.withdraw',
      'document.publish',
      'document.delete',
    ])
  })

  test.each(['../postgres-password', '..%2Fpostgres-password', '.arriving', 'icons/..%2f..%2fx.pdf', ''])(
    'never serves another file of the disk: %s',
    async (name) => {
      expect((await open_(`/documents/uploads/${name}`)).status).not.toBe(200)
    },
  )
})

describe('administrators', () => {
  test('see ten per page, by name, type and visibility', async () => {
    for (let number = 1; number <= 11; number++) await upload({ name: `Seam ${number}.pdf` })
    const first = (await admin('GET', '?search=seam')).body
    expect(first.documents).toHaveLength(10)
    expect(first.pagination).toEqual({ page: 1, limit: 10, pages: 2, total: 11 })
    const second = (await admin('GET', '?search=seam&page=2')).body
    expect(second.documents).toHaveLength(1)
    expect((await admin('GET', '?search=seam&is_public=true')).body.documents).toEqual([])
    expect((await admin('GET', '?file_type=html&search=seam')).body.documents).toEqual([])
    expect((await admin('GET', '?limit=0')).status).toBe(422)
  })

  test('can download private ones too', async () => {
    const { document } = (await upload({ content: PAGE, name: 'private.html' })).body
    const path = `${app.adm}/documents/${document.id}/file`
    const response = await app.call('GET', path, { headers })
    expect(response.text).toBe(PAGE)
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="private.html"')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { headers: investor } = await app.signIn()
    expect((await app.call('GET', path, { headers: investor })).status).toBe(403)
    expect((await app.call('GET', path)).status).toBe(401)
  })

  test('are the only ones to upload, change and delete', async () => {
    const { headers: investor } = await app.signIn()
    for (const given of [{}, investor]) {
      const statuses = [
        await upload({ more: { authorization: '', ...given } }),
        await app.call('GET', `${app.adm}/documents`, { headers: given }),
        await app.call('PUT', `${app.adm}/documents/1`, { headers: given, body: {} }),
        await app.call('DELETE', `${app.adm}/documents/1`, { headers: given }),
      ].map(({ status }) => status)
      expect(statuses.every((status) => status === 401 || status === 403)).toBe(true)
    }
  })
})

test('removes old files that no row refers to', async () => {
  const { document } = (await upload({ name: 'spoken-for.pdf' })).body
  const orphan = join(app.uploads, 'orphan-0123456789abcdef.pdf')
  const left = join(app.uploads, '.arriving/left.part')
  await mkdir(join(app.uploads, 'icons'), { recursive: true })
  const icon = join(app.uploads, 'icons/orphan-0123456789abcdef.png')
  for (const path of [orphan, left, icon]) await writeFile(path, 'x')
  const staging = join(app.uploads, '.arriving')
  expect(await deleteOrphanedUploads(staging)).toBe(0)
  const old = new Date(Date.now() - 3 * 86_400_000)
  for (const path of [orphan, left, icon, join(app.uploads, document.filename)]) await utimes(path, old, old)
  expect(await deleteOrphanedUploads(staging)).toBe(3)
  for (const path of [orphan, left, icon]) expect(existsSync(path)).toBe(false)
  expect(existsSync(join(app.uploads, document.filename))).toBe(true)
})
