/** Evidence files: checked, scanned and stored encrypted; opened by compliance alone. */

import { writeFile } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { createSemaphore } from '#common/caller-semaphore'
import type { FileBody, Upload } from '#common/file-types'
import { normalizeText } from '#common/text-rules'
import { deleteStoredFile, getUploadStorage, stagingPath, storeUpload } from '#common/upload-storage'
import {
  EVIDENCE_BYTES_MAX,
  EVIDENCE_FILES_MAX,
  EVIDENCE_TOTAL_MAX,
  EVIDENCE_WRONG_TYPE,
  type EvidenceFile,
  UNCONFIRMED_EVIDENCE,
} from '#contract/compliance/verification'
import { auditActions } from '#contract/platform/audit'
import { Problem } from '#contract/problem'
import { afterCommit, database, inTransaction } from '#db/connection'
import { verificationFiles } from '#db/schema/compliance/verifications'
import { detectMediaType, isCompletePdf } from '#modules/catalog/documents/file-type'
import { requiresEmailConfirmation } from '#modules/identity/accounts/email-confirmation-rule'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { type EvidenceItem, type EvidenceType, evidenceTypes, listItems } from '#shared/enums/verifications'
import { decryptFile, type EvidenceEncryption } from './encrypted-file.ts'
import { scanFile } from './malware-scanner.ts'
import { assertEditable, markItemsChanged, recordEditing } from './service.ts'
import {
  addHistoryEntry,
  type FullVerification,
  getFullVerification,
  lockFullVerification,
  replaceReceivedFiles,
  toEvidenceFile,
  updateVerification,
} from './verification-rows.ts'

const NAME_MAX = 255
const extensions: Record<EvidenceType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** A readable name without folders and invisible characters, never empty. */
function toName(given: string, type: EvidenceType): string {
  const last = given.split(/[\\/]/).pop() ?? ''
  const shown = normalizeText(last.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '), {
    oneLine: true,
  } as never)
  const name = [...shown].slice(0, NAME_MAX).join('').trim()
  return name || `file.${extensions[type]}`
}

/** The type of a file by its content. Throws `unsupported_type`. */
async function typeOf({ head, tail }: Pick<EvidenceEncryption, 'head' | 'tail'>): Promise<EvidenceType> {
  const mime = await detectMediaType(head())
  if (isCompletePdf(mime, head(), tail())) return 'application/pdf'
  const type = evidenceTypes.find((known) => known === mime)
  if (!type) throw new Problem('unsupported_type', EVIDENCE_WRONG_TYPE)
  return type
}

const inMegabytes = (bytes: number): string => `${bytes / 1e6} MB`

/** Throws `conflict` for one file more than an investor may keep: only a few until the account's email is confirmed. */
function checkQuota({ user, files, replacedFiles }: FullVerification, size: number): void {
  if (replacedFiles.length >= EVIDENCE_FILES_MAX) {
    throw new Problem('conflict', 'You have replaced many files. Contact support to upload more.')
  }
  const isLimited = requiresEmailConfirmation(user)
  const most = isLimited ? UNCONFIRMED_EVIDENCE : { files: EVIDENCE_FILES_MAX, bytes: EVIDENCE_TOTAL_MAX }
  const way = isLimited ? 'Confirm your email address to upload more.' : 'Remove one first.'
  if (files.length >= most.files) {
    throw new Problem('conflict', `You can upload up to ${most.files} files. ${way}`)
  }
  if (files.reduce((sum, file) => sum + file.size, size) > most.bytes) {
    throw new Problem(
      'conflict',
      `The total size of your files cannot exceed ${inMegabytes(most.bytes)}. ${way}`,
    )
  }
}

/**
 * Stores an evidence file, which arrived encrypted. Throws `unsupported_type`, `validation` for an infected one,
 * `unavailable` if the scanner does not respond, and `conflict`; nothing is kept in these cases.
 */
export async function addEvidenceFile(
  userId: number,
  item: EvidenceItem,
  upload: Upload,
  seal: EvidenceEncryption,
): Promise<EvidenceFile> {
  assertEditable(await getFullVerification(userId))
  const media_type = await typeOf(seal)
  const scanned = await scanFile(() => seal.read(upload.path))
  return storeUpload(upload, seal.filename, 'application/octet-stream', async () => {
    const whole = await lockFullVerification(userId)
    assertEditable(whole)
    checkQuota(whole, upload.size)
    if (!listItems(whole.row.kind).includes(item)) {
      throw new Problem(
        'conflict',
        'Entity files are not required for individuals. Select Entity as the investor type first.',
      )
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
    await markItemsChanged(userId, [item])
    await updateVerification(userId, await recordEditing(whole))
    await addHistoryEntry(userId, { action: 'file_added', item, by: 'investor' })
    return toEvidenceFile(row)
  })
}

/**
 * Removes an evidence file, and its bytes after the commit. One that compliance has received is only marked as replaced.
 * Throws `not_found` and `conflict`.
 */
export function deleteEvidenceFile(userId: number, id: number): Promise<void> {
  return inTransaction(async () => {
    const whole = await lockFullVerification(userId)
    const file = whole.files.find((one) => one.id === id)
    if (!file) throw new Problem('not_found', 'File not found.')
    assertEditable(whole)
    // Files that compliance has received stay as evidence of what was decided, for their retention period.
    const [kept] = await replaceReceivedFiles(whole, eq(verificationFiles.id, id))
    if (kept === undefined) {
      await database().delete(verificationFiles).where(eq(verificationFiles.id, id))
      afterCommit(() => void deleteStoredFile(file.filename))
    }
    await markItemsChanged(userId, [file.item])
    await updateVerification(userId, await recordEditing(whole))
    await addHistoryEntry(userId, { action: 'file_removed', item: file.item, by: 'investor' })
  })
}

/** Stores an already encrypted file, for seeds and tests; its row is added afterwards. */
export async function storeEncryptedFile(filename: string, sealed: Uint8Array): Promise<void> {
  const path = stagingPath()
  await writeFile(path, sealed, { flag: 'wx', mode: 0o600 })
  await getUploadStorage().keep(path, filename, 'application/octet-stream')
}

/** Files decrypted at once: each is in memory as a whole. */
const OPENED_AT_ONCE = 2
const openings = createSemaphore({
  places: () => OPENED_AT_ONCE,
  queue: 20,
  rejection: () =>
    new Problem('unavailable', 'Too many files are being opened. Please try again in a moment.', {
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

/** Overhead of a stored file in bytes. */
const SEAL_BYTES = 12 + 16

/**
 * The bytes of an evidence file, decrypted. The audit entry is committed before the first byte is sent. Throws
 * `not_found`, and `unavailable` if it cannot be decrypted.
 */
export function decryptEvidence(
  { user_id, id }: { user_id: number; id: number },
  actor: Actor,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: EvidenceType; name: string }> {
  return openings.run('evidence', OPENING_MS, async () => {
    const condition = and(eq(verificationFiles.id, id), eq(verificationFiles.user_id, user_id))
    const [found] = await database().select().from(verificationFiles).where(condition)
    const body = found && (await getUploadStorage().read(found.filename, found.size + SEAL_BYTES))
    if (!found || !body) throw new Problem('not_found', 'File not found.')
    const sealed = await readAll(body)
    const place = { userId: user_id, filename: found.filename }
    const bytes =
      sealed.length <= EVIDENCE_BYTES_MAX + SEAL_BYTES && decryptFile(sealed, found.wrapped_key, place)
    if (!bytes) {
      throw new Problem('unavailable', 'This file cannot be decrypted. Contact your system administrator.', {
        cause: new Error('The file is damaged, or EVIDENCE_KEY lacks the key it was stored with'),
      })
    }
    await inTransaction(async () => {
      const [row] = await database().select().from(verificationFiles).where(condition).for('key share')
      if (!row) throw new Problem('not_found', 'File not found.')
      await recordAudit(actor, {
        action: auditActions.openedEvidence,
        entity: 'verification',
        entityId: user_id,
        after: { file: id, item: row.item },
      })
    })
    return { bytes, type: found.media_type, name: found.name }
  })
}
