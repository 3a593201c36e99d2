import { existsSync, readdirSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SVG_HAS_ENTITIES, SVG_TOO_COMPLEX, SVG_TOO_LARGE } from '#contract/catalog/admin-tokens'
import { createInvestment, createPortfolio, createToken } from '#db/seed/factories'
import { createAttestation, createOffering, createSubscription } from '#db/seed/series-factories'
import { tokenColors } from '#shared/enums/tokens'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  ;({ headers } = await app.signInAdmin())
})
afterAll(() => app.close())

const admin = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  app.call(method, `${app.adm}${path}`, { headers: { ...headers, ...more }, body })

const listed = async (symbol: string) =>
  (await app.call('GET', '/tokens')).body.find((token: { symbol: string }) => token.symbol === symbol)

let quarries = 0
/** A new token; each has a name of its own. */
const quarry = {
  symbol: '$QUARRY',
  get name() {
    quarries += 1
    return `Quarry stone ${quarries}`
  },
  category: 'Industrial Minerals',
  location: 'Nowhere in particular',
  description: 'Dimension stone for tests.',
  icon: 'Gem',
  color: 'Indigo',
}

const lastAudit = async (entity: string) =>
  (
    await app.sql`select action, before, after from audit_log where entity = ${entity} order by id desc limit 1`
  )[0]

/** The body of a form with a file. */
function form(field: string, content: BlobPart, name: string): { raw: FormData } {
  const raw = new FormData()
  raw.append(field, new Blob([content]), name)
  return { raw }
}
const upload = (content: BlobPart, name: string, more: Record<string, string> = {}) =>
  app.call('POST', `${app.adm}/tokens/icons/upload`, {
    headers: { ...headers, ...more },
    ...form('icon', content, name),
  })

const drawPng = (width = 400, height = 200) => {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').fillRect(0, 0, width / 2, height)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

describe('a token', () => {
  test.each([
    ['$ORELIKE', '$0RELIKE'],
    ['$ORELIKEL', '$ORELIKE1'],
    ['$ORE-SEAM', '$ORE.SEAM'],
  ])('%s cannot be followed by %s', async (symbol, other) => {
    const made = await admin('POST', '/tokens', { ...quarry, symbol })
    expect(made.status).toBe(201)
    const refused = await admin('POST', '/tokens', { ...quarry, symbol: other })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining(`could be mistaken for ${symbol}`),
    ])
  })

  test.each([
    ['Deep Vein', 'deep-vein'],
    ['Silver Run', 'Si1ver Run'],
    ['Copper Bay', 'Сopper Bay'],
  ])('named %s cannot be followed by one named %s, also by two callers at once', async (name, other) => {
    const add = (named: string, symbol: string) =>
      admin('POST', '/tokens', { ...quarry, name: named, symbol })
    const made = await Promise.all([add(name, `$N${quarries}A`), add(other, `$N${quarries}B`)])
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
    const { id } = (await add(`Quarry ${quarries}`, `$N${quarries}C`)).body.token
    expect((await admin('PUT', `/tokens/${id}`, { name })).body.error).toContain('could be mistaken for')
  })

  test('added as inactive is visible only in the panel until it is activated', async () => {
    const { body } = await admin('POST', '/tokens', { ...quarry, symbol: '$DRAFT', is_active: false })
    expect(body.token.is_active).toBe(false)
    expect(await listed('$DRAFT')).toBeUndefined()
    expect((await app.call('GET', '/tokens/%24DRAFT')).status).toBe(404)
    await admin('PATCH', `/tokens/${body.token.id}/status`, { is_active: true })
    expect(await listed('$DRAFT')).toMatchObject({ symbol: '$DRAFT' })
    expect((await app.call('GET', '/tokens/%24DRAFT')).status).toBe(200)
    await admin('DELETE', `/tokens/${body.token.id}`)
  })

  test('is added, changed, hidden, shown and deleted, and investors see each step immediately', async () => {
    await app.call('GET', '/tokens')
    const body = { ...quarry }
    const made = await admin('POST', '/tokens', body)
    expect(made.status).toBe(201)
    const { token } = made.body
    expect(token).toMatchObject({ ...body, icon_type: 'lucide', icon_url: '', is_active: true })
    expect(await listed('$QUARRY')).toEqual(token)
    expect(await lastAudit('token')).toMatchObject({ action: 'token.create', after: { symbol: '$QUARRY' } })

    const changed = await admin('PUT', `/tokens/${token.id}`, { color: 'Pink', updated_at: token.updated_at })
    expect(changed.body.token).toEqual({
      ...token,
      color: 'Pink',
      updated_at: expect.not.stringMatching(token.updated_at),
    })
    expect(await listed('$QUARRY')).toMatchObject({ color: 'Pink', name: body.name })
    const stale = await admin('PUT', `/tokens/${token.id}`, { color: 'Gold', updated_at: token.updated_at })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])
    expect(await listed('$QUARRY')).toMatchObject({ color: 'Pink' })

    const hidden = await admin('PATCH', `/tokens/${token.id}/status`, { is_active: false })
    expect(hidden.body.token.is_active).toBe(false)
    expect(await listed('$QUARRY')).toBeUndefined()
    const all = (await admin('GET', '/tokens')).body.tokens
    expect(all).toContainEqual(hidden.body.token)
    expect(await lastAudit('token')).toMatchObject({ action: 'token.deactivate' })

    await admin('PATCH', `/tokens/${token.id}/status`, { is_active: true })
    expect(await listed('$QUARRY')).toBeDefined()
    expect((await admin('DELETE', `/tokens/${token.id}`)).body).toEqual({ success: true })
    expect(await listed('$QUARRY')).toBeUndefined()
    expect(await lastAudit('token')).toMatchObject({
      action: 'token.delete',
      before: { symbol: '$QUARRY' },
      after: null,
    })
    for (const [method, path, body] of [
      ['PUT', `/tokens/${token.id}`, { color: 'Gold' }],
      ['PATCH', `/tokens/${token.id}/status`, { is_active: true }],
      ['DELETE', `/tokens/${token.id}`],
      ['DELETE', '/tokens/99999999999'],
    ] as const) {
      expect((await admin(method, path, body)).status).toBe(404)
    }
  })

  test('is stored once, however often it is sent with one key', async () => {
    const body = { ...quarry, symbol: '$ONCE' }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => admin('POST', '/tokens', body, { 'idempotency-key': 'token-once' })),
    )
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(201)
    // The stored response names the endpoint without the secret path, which would otherwise get into backups.
    const [stored] = await app.sql`select scope from idempotency_keys where key = 'token-once'`
    expect(stored?.scope).toMatch(/^admin \d+ POST .*\/admin\/tokens$/)
    expect(stored?.scope).not.toContain(app.adminPath)
  })

  test.each([
    ['$TWINA', '$twina'],
    ['$TWINB', 'TWINB'],
    ['TWINC', '$Twinc'],
  ])('with the symbol %s cannot be added or renamed as %s', async (symbol, same) => {
    const first = await createToken(app.db, { symbol })
    const taken = 'A token with this symbol already exists (ignoring case and a leading $)'
    const response = await admin('POST', '/tokens', { ...quarry, symbol: same })
    expect([response.status, response.body.code, response.body.error]).toEqual([409, 'conflict', taken])
    const other = await createToken(app.db)
    expect((await admin('PUT', `/tokens/${other.id}`, { symbol: same })).status).toBe(409)
    // Its own symbol can be written differently.
    expect((await admin('PUT', `/tokens/${first.id}`, { symbol: same })).body.token?.symbol).toBe(same)
  })

  test.each([
    ['/symbol', { symbol: 'none' }],
    ['/symbol', { symbol: '$None' }],
    ['/symbol', { symbol: '$bad symbol' }],
    ['/symbol', { symbol: '' }],
    ['/name', { name: ' ' }],
    ['/category', { category: 'No such category' }],
    ['/location', { location: '' }],
    ['/description', { description: '' }],
    ['/icon', { icon: 'Skull' }],
    ['/color', { color: 'Chartreuse' }],
    ['/icon_url', { icon_type: 'custom', icon_url: 'https://elsewhere.example/x.svg' }],
    ['/icon_url', { icon_type: 'custom', icon_url: '/documents/uploads/icons/../../secret' }],
  ])('is rejected without a valid %s: %o', async (path, change) => {
    const response = await admin('POST', '/tokens', { ...quarry, symbol: '$REFUSED', ...change })
    expect(response.status).toBe(422)
    expect(response.body.details[0].path).toBe(path)
    expect(await listed('$REFUSED')).toBeUndefined()
  })

  test('keeps its symbol once documents or signed snapshots name it', async () => {
    const { id } = await createToken(app.db)
    expect((await admin('PUT', `/tokens/${id}`, { symbol: '$BEFORE' })).status).toBe(200)
    await createAttestation(app.db, { token_id: id, units_held: '10' })
    const renamed = await admin('PUT', `/tokens/${id}`, { symbol: '$AFTER' })
    expect([renamed.status, renamed.body.error]).toEqual([
      409,
      'The symbol $BEFORE can no longer be changed: subscriptions, units or attestations of this series refer to it, as do certificates and signed snapshots.',
    ])
    expect(
      (await admin('PUT', `/tokens/${id}`, { symbol: '$BEFORE', name: 'Renamed' })).body.token.name,
    ).toBe('Renamed')
    const ordered = await createToken(app.db)
    const offering = await createOffering(app.db, { token_id: ordered.id })
    await createSubscription(app.db, { token_id: ordered.id, offering_id: offering.id })
    expect((await admin('PUT', `/tokens/${ordered.id}`, { symbol: '$AFTER' })).status).toBe(409)
  })

  test('accepts each of the ten color schemes', async () => {
    const { id } = await createToken(app.db)
    for (const color of tokenColors) {
      expect((await admin('PUT', `/tokens/${id}`, { color })).body.token.color).toBe(color)
    }
  })

  test('cannot be deleted while a request for it is pending, and a new symbol reaches that request', async () => {
    const token = await createToken(app.db, { symbol: '$WANTED' })
    const waiting = await createPortfolio(app.db, { pending_investments: '$WANTED' })
    const refused = await admin('DELETE', `/tokens/${token.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.error).toContain('1 investment request is pending')

    await admin('PUT', `/tokens/${token.id}`, { symbol: '$RENAMED' })
    const [row] = await app.sql`select pending_investments from portfolios where id = ${waiting.id}`
    expect(row?.pending_investments).toBe('$RENAMED')
    await app.sql`update portfolios set pending_investments = 'none' where id = ${waiting.id}`
    expect((await admin('DELETE', `/tokens/${token.id}`)).status).toBe(200)
  })

  test('with investments can be deleted; they keep its symbol', async () => {
    const token = await createToken(app.db, { symbol: '$HELD' })
    const held = await createInvestment(app.db, { token_id: token.id, token_symbol: '$HELD' })
    expect((await admin('DELETE', `/tokens/${token.id}`)).status).toBe(200)
    const [row] = await app.sql`select token_id, token_symbol from investments where id = ${held.id}`
    expect(row).toEqual({ token_id: null, token_symbol: '$HELD' })
  })

  test('requested and deleted at the same time leaves no request for a deleted token', async () => {
    const { headers: investor, user } = await app.signIn()
    for (let round = 0; round < 8; round++) {
      const token = await createToken(app.db, { symbol: `$RACE${round}` })
      const csrf = (await app.call('GET', '/csrf-token', { headers: investor })).body.csrf_token
      const [requested, deleted] = await Promise.all([
        app.call('PUT', '/user/portfolio', {
          headers: { ...investor, 'x-csrf-token': csrf },
          body: { pending_investments: token.symbol },
        }),
        admin('DELETE', `/tokens/${token.id}`),
      ])
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([requested.status, deleted.status])
      await app.sql`update portfolios set pending_investments = 'none' where user_id = ${user.id}`
    }
  })
})

describe('categories', () => {
  test('are listed only with the secret path', async () => {
    const open = await app.call('GET', `${app.adm}/tokens/categories`)
    expect(open.status).toBe(200)
    expect(open.body.categories[0]).toMatchObject({
      name: 'Precious Metals',
      token_count: expect.any(Number),
    })
    expect((await app.call('GET', '/wrong-path-0123456789/admin/tokens/categories')).status).toBe(404)
  })

  test('are added, renamed and deleted, and tokens follow', async () => {
    const made = await admin('POST', '/tokens/categories', { name: '  Battery   Metals ' })
    expect(made.status).toBe(201)
    const { category } = made.body
    expect(category.token_count).toBe(0)
    for (const name of ['battery   metals', category.name]) {
      expect((await admin('POST', '/tokens/categories', { name })).status).toBe(409)
    }
    expect((await admin('POST', '/tokens/categories', { name: ' ' })).status).toBe(422)

    const { body } = await admin('POST', '/tokens', { ...quarry, symbol: '$CELL', category: category.name })
    const inUse = await admin('DELETE', `/tokens/categories/${category.id}`)
    expect([inUse.status, inUse.body.code]).toEqual([409, 'conflict'])
    const renamed = await admin('PUT', `/tokens/categories/${category.id}`, { name: 'Cell Metals' })
    expect(renamed.body.category).toMatchObject({ name: 'Cell Metals', token_count: 1 })
    expect((await listed('$CELL')).category).toBe('Cell Metals')

    await admin('DELETE', `/tokens/${body.token.id}`)
    expect((await admin('DELETE', `/tokens/categories/${category.id}`)).body).toEqual({ success: true })
    expect((await admin('DELETE', `/tokens/categories/${category.id}`)).status).toBe(404)
  })
})

describe('icons', () => {
  test('are re-encoded, public, and cannot be deleted while a token uses them', async () => {
    const { status, body } = await upload(drawPng(), '../Gold Bar.png')
    expect(status).toBe(201)
    expect(body.filename).toMatch(/^gold-bar-[0-9a-f]{16}\.png$/)
    expect(body.icon_url).toBe(`/documents/uploads/icons/${body.filename}`)
    expect((await admin('GET', '/tokens/icons')).body.icons[0]).toEqual({
      filename: body.filename,
      url: body.icon_url,
    })
    const shown = await app.fetch(new Request(`http://localhost${body.icon_url}`))
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(await new Bun.Image(await shown.arrayBuffer()).metadata()).toMatchObject({
      width: 256,
      height: 128,
    })

    const custom = { ...quarry, symbol: '$OWN', icon: 'Gold bar', icon_type: 'custom' }
    const made = await admin('POST', '/tokens', { ...custom, icon_url: body.icon_url })
    expect(made.body.token).toMatchObject({ icon_type: 'custom', icon_url: body.icon_url })
    expect((await admin('DELETE', `/tokens/icons/${body.filename}`)).status).toBe(409)
    await admin('PUT', `/tokens/${made.body.token.id}`, { icon: 'Star', icon_type: 'lucide' })
    expect(await listed('$OWN')).toMatchObject({ icon: 'Star', icon_type: 'lucide', icon_url: '' })
    expect((await admin('DELETE', `/tokens/icons/${body.filename}`)).body).toEqual({ success: true })
    expect((await app.fetch(new Request(`http://localhost${body.icon_url}`))).status).not.toBe(200)
    await expect.poll(() => existsSync(`${app.uploads}/icons/${body.filename}`)).toBe(false)
  })

  test.each(['jpeg', 'webp'] as const)('may be %s', async (kind) => {
    const canvas = createCanvas(40, 40)
    canvas.getContext('2d').fillRect(0, 0, 20, 20)
    const { status, body } = await upload(new Uint8Array(await canvas.encode(kind)), 'icon')
    expect(status).toBe(201)
    const shown = await app.fetch(new Request(`http://localhost${body.icon_url}`))
    expect(shown.headers.get('content-type')).toBe(`image/${kind}`)
  })

  test('in SVG keep only elements and attributes that draw', async () => {
    const { body } = await upload(
      `<?xml version="1.0"?><!-- drawn by hand --><svg viewBox="0 0 24 24" onload="alert(1)">
        <script>alert(2)</script><style>@import url(https://elsewhere.example/x.css);</style>
        <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
        <path d="M0 0h24v24z" fill="url(#g)" stroke="url(https://elsewhere.example/y)" onclick="alert(3)"/>
        <a href="javascript:alert(4)"><circle r="3"/></a><image href="https://elsewhere.example/z.png"/>
        <foreignObject><body onload="alert(5)">text</body></foreignObject>
        <use href="data:image/svg+xml,x"/><use xlink:href="#g"/><animate attributeName="href" to="javascript:alert(6)"/>
      </svg>`,
      'vein.svg',
    )
    const shown = await app.fetch(new Request(`http://localhost${body.icon_url}`))
    expect(shown.headers.get('content-type')).toBe('image/svg+xml')
    expect(shown.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'")
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    const text = await shown.text()
    expect(text).toContain('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">')
    expect(text).toContain('<linearGradient id="g"><stop offset="0" stop-color="#fff"')
    expect(text).toContain('<path d="M0 0h24v24z" fill="url(#g)"')
    expect(text).toContain('<use href="#g"')
    expect(text).not.toMatch(/script|alert|elsewhere|javascript|data:|foreignObject|animate|style|onload/i)
  })

  test('in SVG are rejected with the reason, and leave no file', async () => {
    const stored = () => (existsSync(`${app.uploads}/icons`) ? readdirSync(`${app.uploads}/icons`) : [])
    const before = stored()
    const large = await upload(`<svg>${'<g></g>'.repeat(50_000)}</svg>`, 'large.svg')
    expect([large.status, large.body.error]).toEqual([413, SVG_TOO_LARGE])
    const complex = await upload(`<svg>${'<g></g>'.repeat(5_000)}</svg>`, 'complex.svg')
    expect([complex.status, complex.body.details]).toEqual([
      422,
      [{ path: '/icon', message: SVG_TOO_COMPLEX }],
    ])
    const entities = await upload(
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg><text>&a;</text></svg>',
      'entities.svg',
    )
    expect([entities.status, entities.body.error]).toEqual([415, SVG_HAS_ENTITIES])
    expect(stored()).toEqual(before)
  })

  test.each([
    ['a program', new Uint8Array([0x4d, 0x5a, 0x90, 0]), 'icon.png'],
    ['a PDF', '%PDF-1.7\n', 'icon.png'],
    ['a page', '<!doctype html><svg></svg>', 'icon.svg'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'icon.webp'],
    ['half a PNG', drawPng().subarray(0, 60), 'icon.png'],
    ['text', 'hello', 'icon.svg'],
  ])('cannot be %s, whatever its name', async (_, content, name) => {
    const { status, body } = await upload(content as BlobPart, name)
    expect([status, body.error]).toEqual([415, 'Only PNG, JPEG, SVG, and WebP images are allowed'])
  })

  test('of more than 10 MB, or of too many pixels, are rejected and leave no file', async () => {
    const before = readdirSync(`${app.uploads}/icons`).length
    const large = await upload(new Uint8Array(10 * 1024 * 1024 + 1), 'icon.png')
    expect([large.status, large.body.error]).toEqual([413, 'File size too large. Maximum 10MB allowed'])
    // A header that declares 30,000 by 30,000 pixels, without the data.
    const bomb = Buffer.from(drawPng(8, 8))
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    bomb.writeUInt32BE(Bun.hash.crc32(bomb.subarray(12, 29)), 29)
    expect((await upload(bomb, 'icon.png')).status).toBeOneOf([413, 415])
    expect(readdirSync(`${app.uploads}/icons`)).toHaveLength(before)
    expect(readdirSync(`${app.uploads}/.arriving`)).toEqual([])
  })
})

test('only administrators may write', async () => {
  const { headers: investor } = await app.signIn()
  for (const [method, path] of [
    ['GET', '/tokens'],
    ['POST', '/tokens'],
    ['PUT', '/tokens/1'],
    ['PATCH', '/tokens/1/status'],
    ['DELETE', '/tokens/1'],
    ['POST', '/tokens/categories'],
    ['DELETE', '/tokens/categories/1'],
    ['GET', '/tokens/icons'],
    ['POST', '/tokens/icons/upload'],
    ['DELETE', '/tokens/icons/icon-0123456789abcdef.png'],
  ]) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    const call = (given: Record<string, string>) =>
      app.call(method as string, `${app.adm}${path}`, { headers: given, body })
    expect((await call({})).status).toBe(401)
    expect((await call(investor)).status).toBe(403)
  }
})
