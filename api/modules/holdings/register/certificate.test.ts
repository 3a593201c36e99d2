import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { inTransaction } from '#db/connection'
import { createToken, setVerification } from '#db/seed/factories'
import { createAttestation, createValuation, issueUnits } from '#db/seed/series-factories'
import { setVerifiedFlag } from '#modules/compliance/verifications/verification-rows'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function createSeries(symbol: string, held: Record<number, string>) {
  const token = await createToken(app.db, { symbol, name: 'Northern Vein' })
  await createAttestation(app.db, { token_id: token.id })
  await createValuation(app.db, { token_id: token.id, as_of: '2026-10-31' })
  await issueUnits(app.db, token.id, held)
  return token
}

const request = (path: string, headers: Record<string, string>) =>
  app.fetch(new Request(`http://localhost${API_BASE}/user/holdings/${path}/certificate`, { headers }))

async function readPdf(response: Response) {
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const document = await getDocumentProxy(bytes)
  const { text } = await extractText(document)
  const { info } = await getMeta(document)
  const marked = await document.getMarkInfo()
  return { info, marked, pages: text, text: text.join(' ').replace(/\s+/g, ' ') }
}

test('names the holder, account number, series, units and hashes of the register', async () => {
  const { headers, user } = await app.signIn({
    first_name: 'Žofie',
    last_name: 'Nováková',
    is_verified: true,
  })
  const { user: other } = await app.signIn({ is_verified: true })
  const { id } = await createSeries('$CERT', { [other.id]: '30', [user.id]: '12.5' })
  const response = await request('cert', headers)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="certificate-cert-\d{4}-\d{2}-\d{2}\.pdf"$/,
  )
  const { info, marked, text } = await readPdf(response)
  expect(info).toMatchObject({ Title: 'Northern Vein ($CERT)', Language: 'en-US' })
  expect(marked).toMatchObject({ Marked: true })
  const [own] =
    await app.sql`select hash from register_entries where token_id = ${id} and user_id = ${user.id}`
  const [head] = await app.sql`select last_hash from register_heads where token_id = ${id}`
  for (const part of [
    'Certificate of holding'.toUpperCase(),
    'Holder Žofie Nováková',
    `Account number A-${String(user.id).padStart(6, '0')}`,
    'Series Northern Vein ($CERT)',
    'Units 12.500000',
    'Share of the units in issue 29.4118%',
    'Unit value 100.00 USD as of October 31, 2026',
    'Value of the holding 1,250.00 USD',
    'Register entries 4',
    'Units in issue 42.500000',
    'This file ends with a digital signature of the issuer covering its entire content.',
    '/proof/verify to confirm that the file has not been altered.',
    '/tokens/cert',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(part)
  }
  const joined = text.replaceAll(' ', '')
  expect(joined).toContain(`Registerhash${head?.last_hash}`)
  expect(joined).toContain(`Entryhash${own?.hash}`)
  expect(text).not.toContain('Illustrative')
  expect(text, 'no day in digits').not.toMatch(/\d{4}-\d{2}-\d{2}/)
})

test('keeps the instructions for its verification on one page, however many entries precede them', async () => {
  const { headers, user } = await app.signIn({ is_verified: true })
  const { id } = await createSeries('$PAGES', { [user.id]: '1' })
  for (let entries = 2; entries <= 6; entries += 1) {
    await issueUnits(app.db, id, { [user.id]: '1' })
    const { pages } = await readPdf(await request('pages', headers))
    expect(pages.at(-1), `${entries} entries`).toContain('How to verify this certificate')
  }
})

test('states that a series is illustrative', async () => {
  const { headers, user } = await app.signIn({ is_verified: true })
  const { id } = await createSeries('$INVENTED', { [user.id]: '1' })
  await app.sql`insert into series (token_id, is_illustrative) values (${id}, true)`
  const { text } = await readPdf(await request('%24INVENTED', headers))
  expect(text).toContain('Illustrative. The asset is fictitious')
})

test('is available only to a holder of units', async () => {
  const { headers, user } = await app.signIn({ is_verified: true })
  const { headers: of } = await app.signIn({ is_verified: true })
  await createSeries('$OTHERS', { [user.id]: '1' })
  expect((await request('others', headers)).status).toBe(200)
  expect((await request('others', of)).status).toBe(404)
  expect((await request('nothing', headers)).status).toBe(404)
  expect((await request('others', {})).status).toBe(401)
})

test('gives the verified name of the holder, whatever the profile says', async () => {
  const { headers, user } = await app.signIn({ first_name: 'Jim', last_name: 'Quartz' })
  await createSeries('$NAME', { [user.id]: '1' })
  const holder = async () => (await readPdf(await request('name', headers))).text
  expect(await holder()).toContain('Holder Jim Quartz')
  await setVerification(app.db, user.id)
  await inTransaction(() => setVerifiedFlag(user.id, true))
  expect(await holder()).toContain('Holder Ada Quartz')
  // The verification ends and the units stay: another name in the profile and in a new form is not yet
  // verified.
  await inTransaction(() => setVerifiedFlag(user.id, false))
  await app.sql`update users set first_name = 'Elon', last_name = 'Impostor' where id = ${user.id}`
  expect(await holder()).toContain('Holder Ada Quartz')
  const admin = await app.signInAdmin()
  const register = await app.call('GET', `${app.adm}/register/$NAME`, { headers: admin.headers })
  expect(register.body.holders).toMatchObject([{ name: 'Ada Quartz' }])
  await app.sql`update users set is_verified = true where id = ${user.id}`
  expect(await holder()).toContain('Holder Elon Impostor')
})

test('gives a name in Latin letters, with a note, if no font has its script', async () => {
  const { headers, user } = await app.signIn({ first_name: 'བསྟན', last_name: 'འཛིན', is_verified: true })
  await createSeries('$SCRIPT', { [user.id]: '2' })
  const { text } = await readPdf(await request('script', headers))
  expect(text).toContain(
    "Holder bstn 'dzin This text could not be printed in its original script and is shown in Latin letters.",
  )
  expect(text).not.toContain('?')
})

test('prints a Georgian name without a note', async () => {
  const { headers, user } = await app.signIn({
    first_name: 'შოთა',
    last_name: 'რუსთაველი',
    is_verified: true,
  })
  await createSeries('$GEORGIA', { [user.id]: '2' })
  const { text } = await readPdf(await request('georgia', headers))
  expect(text).toContain('Holder შოთა რუსთაველი Account number')
})
