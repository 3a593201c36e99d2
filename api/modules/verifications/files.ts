/** Files of evidence: checked, scanned and stored encrypted; opened by the desk alone. */

import { writeFile } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { FileBody, Upload } from '#common/files'
import { createSemaphore } from '#common/semaphore'
import { cleanText } from '#common/text-validation'
import { auditActions } from '#contract/audit'
import { Problem } from '#contract/problem'
import {
  EVIDENCE_FILES_MAX,
  EVIDENCE_MAX,
  EVIDENCE_TOTAL_MAX,
  EVIDENCE_WRONG_TYPE,
  type EvidenceFile,
  UNCONFIRMED_EVIDENCE,
} from '#contract/verification'
import { afterCommit, database, inTransaction } from '#db/connection'
import { verificationFiles } from '#db/schema/verifications'
import { mustConfirmEmail } from '#modules/accounts/email-rule'
import { recordAudit } from '#modules/audit/service'
import { isWholePdf, sniff } from '#modules/documents/kinds'
import { discard, keep, stagingPath, storage } from '#modules/documents/storage'
import { type EvidenceItem, type EvidenceType, evidenceTypes, itemsOf } from '#shared/enums/verifications'
import { addStep, changeRow, lockWhole, readWhole, toFile, type Whole } from './rows.ts'
import { scan } from './scanner.ts'
import { type EvidenceSeal, openSealed } from './sealed-file.ts'
import { checkEditable, noteChanges, noteEditing } from './service.ts'

const NAME_MAX = 255
const extensions: Record<EvidenceType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** A name for people to read: without folders and what cannot be seen, never empty. */
function toName(given: string, type: EvidenceType): string {
  const last = given.split(/[\\/]/).pop() ?? ''
  const shown = cleanText(last.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '), {
    oneLine: true,
  } as never)
  const name = [...shown].slice(0, NAME_MAX).join('').trim()
  return name || `file.${extensions[type]}`
}

/** The type of a file by its content. Throws `unsupported_type`. */
async function typeOf({ head, tail }: Pick<EvidenceSeal, 'head' | 'tail'>): Promise<EvidenceType> {
  const mime = await sniff(head())
  if (isWholePdf(mime, head(), tail())) return 'application/pdf'
  const type = evidenceTypes.find((known) => known === mime)
  if (!type) throw new Problem('unsupported_type', EVIDENCE_WRONG_TYPE)
  return type
}

const inMegabytes = (bytes: number): string => `${bytes / 1e6} MB`

/** Throws `conflict` for one file more than an investor may keep: little until the email of the account is confirmed. */
function checkQuota({ user, files }: Whole, size: number): void {
  const isLimited = mustConfirmEmail(user)
  const most = isLimited ? UNCONFIRMED_EVIDENCE : { files: EVIDENCE_FILES_MAX, bytes: EVIDENCE_TOTAL_MAX }
  const way = isLimited ? 'Confirm your email address to upload more.' : 'Remove one first.'
  if (files.length >= most.files) {
    throw new Problem('conflict', `At most ${most.files} files are allowed. ${way}`)
  }
  if (files.reduce((sum, file) => sum + file.size, size) > most.bytes) {
    throw new Problem('conflict', `All files together may have at most ${inMegabytes(most.bytes)}. ${way}`)
  }
}

/**
 * Stores a file of evidence, which arrived encrypted. Throws `unsupported_type`, `validation` for an infected one,
 * `unavailable` when the scanner does not respond, and `conflict`; nothing of it is kept then.
 */
export async function addFile(
  userId: number,
  item: EvidenceItem,
  upload: Upload,
  seal: EvidenceSeal,
): Promise<EvidenceFile> {
  checkEditable(await readWhole(userId))
  const media_type = await typeOf(seal)
  const scanned = await scan(() => seal.read(upload.path))
  return keep(upload, seal.filename, 'application/octet-stream', async () => {
    const whole = await lockWhole(userId)
    checkEditable(whole)
    checkQuota(whole, upload.size)
    if (!itemsOf(whole.row.kind).includes(item)) {
      throw new Problem('conflict', 'A person needs no files of an entity. Choose entity as the kind first.')
    }
    const [row] = await database()
      .insert(verificationFiles)
      .values({
        user_id: userId,
        item,
        name: toName(upload.name, media_type),
        media_type,
        size: upload.size,
        filename: seal.filename,
        wrapped_key: seal.wrappedKey,
        scanned,
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await noteChanges(userId, [item])
    await changeRow(userId, await noteEditing(whole))
    await addStep(userId, { action: 'file_added', item, by: 'investor' })
    return toFile(row)
  })
}

/** Removes a file of evidence, and its bytes after the commit. Throws `not_found` and `conflict`. */
export function removeFile(userId: number, id: number): Promise<void> {
  return inTransaction(async () => {
    const whole = await lockWhole(userId)
    const file = whole.files.find((one) => one.id === id)
    if (!file) throw new Problem('not_found', 'There is no file with this id.')
    checkEditable(whole)
    await database().delete(verificationFiles).where(eq(verificationFiles.id, id))
    await noteChanges(userId, [file.item])
    await changeRow(userId, await noteEditing(whole))
    await addStep(userId, { action: 'file_removed', item: file.item, by: 'investor' })
    afterCommit(() => void discard(file.filename))
  })
}

/** Stores a file that is encrypted already, for seeds and tests: its row follows. */
export async function storeSealed(filename: string, sealed: Uint8Array): Promise<void> {
  const path = stagingPath()
  await writeFile(path, sealed, { flag: 'wx', mode: 0o600 })
  await storage().keep(path, filename, 'application/octet-stream')
}

/** Files that are decrypted at once: each is in memory as a whole. */
const OPENED_AT_ONCE = 2
const openings = createSemaphore({
  places: () => OPENED_AT_ONCE,
  queue: 20,
  rejection: () =>
    new Problem('unavailable', 'Many files are being opened. Please try again in a moment.', {
      retryAfter: 5,
    }),
})
const OPENING_MS = 25_000

async function readAll(body: FileBody): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  return new Uint8Array(
    await new Response('stream' in body && !(body instanceof Blob) ? body.stream() : body).arrayBuffer(),
  )
}

/** Bytes that a stored file has beyond its own. */
const SEAL_BYTES = 12 + 16

/**
 * The bytes of a file of evidence, decrypted. The audit entry is committed before the first byte is sent. Throws
 * `not_found`, and `unavailable` when it cannot be decrypted.
 */
export function openEvidence(
  { user_id, id }: { user_id: number; id: number },
  actor: Actor,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: EvidenceType; name: string }> {
  return openings.run('evidence', OPENING_MS, async () => {
    const condition = and(eq(verificationFiles.id, id), eq(verificationFiles.user_id, user_id))
    const [found] = await database().select().from(verificationFiles).where(condition)
    const body = found && (await storage().read(found.filename, found.size + SEAL_BYTES))
    if (!found || !body) throw new Problem('not_found', 'There is no such file.')
    const sealed = await readAll(body)
    const place = { userId: user_id, filename: found.filename }
    const bytes = sealed.length <= EVIDENCE_MAX + SEAL_BYTES && openSealed(sealed, found.wrapped_key, place)
    if (!bytes) {
      throw new Problem(
        'unavailable',
        'This file cannot be decrypted: it was changed on the disk, or EVIDENCE_KEY is not the one that it was stored with.',
      )
    }
    await inTransaction(async () => {
      const [row] = await database().select().from(verificationFiles).where(condition).for('key share')
      if (!row) throw new Problem('not_found', 'There is no such file.')
      await recordAudit(actor, {
        action: auditActions.openEvidence,
        entity: 'verification',
        entityId: user_id,
        after: { file: id, item: row.item },
      })
    })
    return { bytes, type: found.media_type, name: found.name }
  })
}
