import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { createEvidence, setVerification } from '#db/seed/factories'
import { createOffering } from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { decryptFile, encryptBytes } from './encrypted-file.ts'
import { storeEncryptedFile } from './evidence-files.ts'
import { deleteOldEvidence, expireDrafts } from './evidence-removal.ts'
import { rotateEvidenceKeys } from './rotate-evidence-keys.ts'
import { expireVerifications } from './verification-expiry.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const NOW = new Date('2026-06-01T09:00:00Z')
const at = (day: string) => new Date(`${day}T09:00:00Z`)

/** An investor whose verification is valid until a day. */
async function verified(until: string) {
  const investor = await app.signIn({ is_verified: true })
  await setVerification(app.db, investor.user.id, {
    state: 'verified',
    by_hand: false,
    verified_until: until,
  })
  return investor
}
const titles = async (id: number) =>
  (await app.sql`select title from notifications where user_id = ${id} order by id`).map(({ title }) => title)
const stateOf = async (id: number) => {
  const [row] =
    await app.sql`select state, is_verified from verifications join users on id = user_id where id = ${id}`
  return row
}

describe('the expiry of a verification', () => {
  test('continues after one that fails, which is logged and retried', async () => {
    const broken = await verified('2026-05-01')
    const other = await verified('2026-05-02')
    await app.sql.unsafe(`create function fail_once() returns trigger language plpgsql as $$
      begin
        if new.user_id = ${broken.user.id} then raise exception 'broken'; end if;
        return new;
      end $$`)
    await app.sql`create trigger fail_once before update on verifications for each row execute function fail_once()`
    await expireVerifications(app.log, NOW)
    expect(await stateOf(other.user.id)).toEqual({ state: 'expired', is_verified: false })
    expect(await stateOf(broken.user.id)).toEqual({ state: 'verified', is_verified: true })
    expect(app.logLines.filter((line) => line.includes('a verification could not be expired'))).toHaveLength(
      1,
    )
    await app.sql`drop trigger fail_once on verifications`
    await expireVerifications(app.log, NOW)
    expect(await stateOf(broken.user.id)).toEqual({ state: 'expired', is_verified: false })
  })

  test('is announced 60, 30 and 7 days before, once each', async () => {
    const { user } = await verified('2026-07-31')
    for (const day of [
      '2026-05-31',
      '2026-06-01',
      '2026-06-02',
      '2026-07-01',
      '2026-07-02',
      '2026-07-24',
      '2026-07-31',
    ]) {
      await expireVerifications(app.log, at(day))
    }
    expect(await titles(user.id)).toEqual([
      'Verification expires in 60 days',
      'Verification expires in 30 days',
      'Verification expires in 7 days',
    ])
    expect(await stateOf(user.id)).toEqual({ state: 'verified', is_verified: true })
  })

  test('stops new subscriptions with a message, and leaves a renewal in progress', async () => {
    const { user, session, headers } = await verified('2026-05-31')
    const renewing = await verified('2026-05-31')
    await setVerification(app.db, renewing.user.id, { state: 'submitted', submitted_at: NOW })
    await expireVerifications(app.log, NOW)
    await expireVerifications(app.log, NOW)
    expect(await stateOf(user.id)).toEqual({ state: 'expired', is_verified: false })
    expect(await stateOf(renewing.user.id)).toEqual({ state: 'submitted', is_verified: false })
    expect(await titles(user.id)).toEqual(['Verification expired'])
    const { token_id } = await createOffering(app.db)
    const [token] = await app.sql`select symbol from tokens where id = ${token_id}`
    const body = { symbol: token?.symbol, amount: '1000.00', acknowledged: [] }
    const refused = await app.call('POST', '/user/subscriptions', {
      headers: { ...headers, 'x-csrf-token': createCsrfToken(session.id, app.config.TOKEN_SECRET) },
      body,
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'not_verified'])
    expect(refused.body.error).toContain(
      'Your verification expired on May 31, 2026. Your holdings are not affected.',
    )
    const entries =
      await app.sql`select admin_name from audit_log where action = 'verification.expire' and entity_id = ${String(user.id)}`
    expect(entries).toEqual([{ admin_name: 'server' }])
  })

  test('can be preceded by a renewal from 60 days before, and the account stays verified in the meantime', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const early = await verified(day(100))
    const save = ({ headers, session }: Awaited<ReturnType<typeof verified>>) =>
      app.call('PUT', '/user/verification', {
        headers: { ...headers, 'x-csrf-token': createCsrfToken(session.id, app.config.TOKEN_SECRET) },
        body: { source_of_funds: 'Other' },
      })
    expect((await save(early)).body.error).toMatch(/^You are verified until .* You can renew from/)
    const due = await verified(day(59))
    expect((await save(due)).body.verification.state).toBe('in_progress')
    expect(await stateOf(due.user.id)).toEqual({ state: 'in_progress', is_verified: true })
  })
})

/** A stored evidence file, according to its row. */
async function storedFile(userId: number) {
  const { filename, wrappedKey, sealed } = encryptBytes(Buffer.from('%PDF-1.7 secret'), userId)
  await storeEncryptedFile(filename, sealed)
  await createEvidence(app.db, { user_id: userId, filename, wrapped_key: wrappedKey })
  return filename
}
const isStored = async (filename: string) => (await readdir(app.uploads)).includes(filename)

describe('evidence', () => {
  test('of a refused verification is removed by rule, and the log says what', async () => {
    const { user } = await app.signIn()
    const filename = await storedFile(user.id)
    await setVerification(app.db, user.id, {
      state: 'refused',
      submitted_at: at('2020-01-01'),
      decided_at: at('2020-01-02'),
    })
    await deleteOldEvidence(app.log, 1825, at('2024-12-30'))
    expect(await isStored(filename)).toBe(true)
    await deleteOldEvidence(app.log, 1825, at('2025-01-05'))
    await expect.poll(() => isStored(filename)).toBe(false)
    const [entry] =
      await app.sql`select after from audit_log where action = 'evidence.remove' and entity_id = ${String(user.id)}`
    expect(entry?.after).toMatchObject({
      because: 'the verification was rejected',
      files: [{ item: 'identity' }],
    })
  })

  test('of a deleted account is kept without names until the rule removes it; answers go at once', async () => {
    const { user } = await app.signIn()
    const filename = await storedFile(user.id)
    await setVerification(app.db, user.id, { state: 'submitted', submitted_at: NOW, hand_reason: 'Known' })
    const unsubmitted = await app.signIn()
    const draft = await storedFile(unsubmitted.user.id)
    await setVerification(app.db, unsubmitted.user.id)
    const { headers } = await app.signInAdmin()
    for (const { id } of [user, unsubmitted.user]) {
      expect((await app.call('DELETE', `${app.adm}/users/${id}`, { headers })).status).toBe(200)
    }
    await expect.poll(() => isStored(draft)).toBe(false)
    expect(await isStored(filename)).toBe(true)
    const [row] =
      await app.sql`select answers, hand_reason, name from verifications join verification_files using (user_id) where user_id = ${user.id}`
    expect(row).toEqual({ answers: {}, hand_reason: '', name: '' })
    expect(
      (await app.call('GET', `${app.adm}/verifications?limit=500`, { headers })).body.verifications.map(
        ({ user_id }: { user_id: number }) => user_id,
      ),
    ).not.toContain(user.id)
    await deleteOldEvidence(app.log, 0, new Date(Date.now() + 1_000))
    await expect.poll(() => isStored(filename)).toBe(false)
  })

  test('is in an export of the account by name only, and without internal notes', async () => {
    const { user } = await app.signIn()
    const { exportSections } = await import('#modules/people/account-data/export-sections')
    await setVerification(app.db, user.id, { risk: 'high', risk_grounds: 'Internal' })
    await storedFile(user.id)
    const names = exportSections.filter(({ name }) => name.startsWith('verification'))
    const fields = names.flatMap((section) => Object.keys(section.fields))
    expect(fields).toContain('answers')
    expect(fields.filter((name) => /risk|grounds|key|filename|check|assigned/.test(name))).toEqual([])
  })

  test('keys are encrypted anew by the command, which is recorded', async () => {
    const { user } = await app.signIn()
    await app.sql`delete from verification_files`
    const filename = await storedFile(user.id)
    const { provideServices, getService } = await import('#common/service-container')
    const [old] = getService('evidenceKeys')
    const fresh = 'another-key-of-evidence-0123456789-ab'
    /** The bytes on disk, and their content decrypted with the current row and one key. */
    const readWith = async (key: string) => {
      provideServices({ evidenceKeys: [key] })
      const sealed = await readFile(join(app.uploads, filename))
      const [row] = await app.sql`select wrapped_key from verification_files where filename = ${filename}`
      const opened = decryptFile(sealed, row?.wrapped_key, { userId: user.id, filename })
      return { sealed, wrapped: row?.wrapped_key, text: opened && Buffer.from(opened).toString() }
    }
    const before = await readWith(old)
    expect([before.text, (await readWith(fresh)).text]).toEqual(['%PDF-1.7 secret', undefined])
    provideServices({ evidenceKeys: [fresh, old] })
    const actor = { adminId: undefined, address: '', requestId: '' }
    expect(await rotateEvidenceKeys(actor, 'command line')).toEqual({
      files: 1,
      rewrapped: 1,
      unreadable: [],
    })
    expect(await rotateEvidenceKeys(actor, 'command line')).toEqual({
      files: 1,
      rewrapped: 0,
      unreadable: [],
    })
    const after = await readWith(fresh)
    expect([after.text, (await readWith(old)).text]).toEqual(['%PDF-1.7 secret', undefined])
    expect(after.wrapped).not.toBe(before.wrapped)
    expect(after.sealed.equals(before.sealed), 'the file stays as it is').toBe(true)
    provideServices({ evidenceKeys: ['a-third-key-of-evidence-0123456789-abc'] })
    expect((await rotateEvidenceKeys(actor, 'command line')).unreadable).toHaveLength(1)
    expect(
      await app.sql`select after from audit_log where action = 'evidence.rotate' order by id limit 1`,
    ).toEqual([{ after: { files: 1, rewrapped: 1, unreadable: 0 } }])
  })
})

test("a draft's files are removed 90 days after its last change, two weeks after its owner was notified", async () => {
  const { user } = await app.signIn()
  await setVerification(app.db, user.id, { answered_at: new Date(Date.now() - 80 * 86_400_000) })
  const draft = await createEvidence(app.db, { user_id: user.id })
  const countFiles = async () =>
    (await app.sql`select from verification_files where user_id = ${user.id}`).length
  await expireDrafts(app.log)
  expect(await titles(user.id), 'a file of today').toEqual([])
  const age = (days: number) =>
    app.sql`update verification_files set created_at = now() - make_interval(days => ${days}) where id = ${draft.id}`
  await age(80)
  await expireDrafts(app.log)
  await expireDrafts(app.log)
  expect(await titles(user.id)).toEqual(['Verification not submitted'])
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  await expireDrafts(app.log, later(13))
  expect(await countFiles()).toBe(1)
  await expireDrafts(app.log, later(15))
  expect(await countFiles()).toBe(0)
  expect(await titles(user.id)).toHaveLength(1)
  const [entry] =
    await app.sql`select after from audit_log where action = 'evidence.remove' and entity_id = ${String(user.id)}`
  expect(entry?.after.because).toBe('the draft was inactive for 90 days')
})
