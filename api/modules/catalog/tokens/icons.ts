/** Uploaded icons of tokens. */
import { count, desc, eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Upload } from '#common/file-types'
import { deleteStoredFile, ICONS_PREFIX, storeBytes } from '#common/upload-storage'
import type { TokenIconFile } from '#contract/catalog/admin-tokens'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { afterCommit, database, inTransaction } from '#db/connection'
import { tokenIcons, tokens } from '#db/schema/catalog/tokens'
import { createStoredFilename } from '#modules/catalog/documents/file-names'
import { UPLOADS_PATH } from '#modules/catalog/documents/public-files'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { encodeImage } from './icon-image.ts'

const ADDRESS = UPLOADS_PATH + ICONS_PREFIX
const addressOf = (filename: string): string => ADDRESS + filename
/** Maximum length of the sender's file name as stored. */
const NAME_MAX = 255

/** Uploaded icons, newest first. */
export async function listIcons(): Promise<TokenIconFile[]> {
  const rows = await database()
    .select({ filename: tokenIcons.filename })
    .from(tokenIcons)
    .orderBy(desc(tokenIcons.created_at), desc(tokenIcons.id))
  return rows.map(({ filename }) => ({ filename, url: addressOf(filename) }))
}

/** Locks the icon with this URL until the transaction ends. Throws `validation` if there is none. */
export async function lockIcon(url: string): Promise<void> {
  const filename = url.startsWith(ADDRESS) ? url.slice(ADDRESS.length) : ''
  const [row] = await database()
    .select({ id: tokenIcons.id })
    .from(tokenIcons)
    .where(eq(tokenIcons.filename, filename))
    .for('key share')
  if (!row) throw invalidFieldProblem('/icon_url', 'Select an uploaded icon')
}

/** Stores an uploaded icon, re-encoded. Throws `unsupported_type` unless it is an image of the four kinds. */
export async function createIcon(
  upload: Upload,
  actor: Actor,
): Promise<{ filename: string; icon_url: string }> {
  const { bytes, extension, contentType } = await encodeImage(upload.path)
  const filename = createStoredFilename(upload.name, extension, 'icon')
  return storeBytes(bytes, upload, ICONS_PREFIX + filename, contentType, async () => {
    const row = {
      filename,
      original_name:
        upload.name
          .toWellFormed()
          .replace(/[\p{Cc}\p{Cf}]/gu, '')
          .slice(0, NAME_MAX) || filename,
      content_type: contentType,
      file_size: bytes.byteLength,
    }
    await database()
      .insert(tokenIcons)
      .values({ ...row, uploaded_by: actor.adminId })
    await recordAudit(actor, { action: 'icon.upload', entity: 'icon', entityId: filename, after: row })
    return { filename, icon_url: addressOf(filename) }
  })
}

/** Deletes an icon. Throws `not_found`, and `conflict` while a token uses it. */
export function deleteIcon(filename: string, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [row] = await database()
      .select()
      .from(tokenIcons)
      .where(eq(tokenIcons.filename, filename))
      .for('update')
    if (!row) throw new Problem('not_found', 'Icon not found.')
    const [used] = await database()
      .select({ total: count() })
      .from(tokens)
      .where(eq(tokens.icon_url, addressOf(filename)))
    if (used && used.total > 0) {
      throw new Problem(
        'conflict',
        'This icon is used by a token. Assign a different icon to the token first.',
      )
    }
    await database().delete(tokenIcons).where(eq(tokenIcons.id, row.id))
    afterCommit(() => void deleteStoredFile(ICONS_PREFIX + filename))
    const { original_name, content_type, file_size } = row
    await recordAudit(actor, {
      action: 'icon.delete',
      entity: 'icon',
      entityId: filename,
      before: { filename, original_name, content_type, file_size },
    })
  })
}
