/**
 * Removes files that no row refers to: a process may be killed between storing a file and storing its row, or between
 * deleting a row and deleting its file.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { getUploadStorage, ICONS_PREFIX } from '#common/upload-storage'
import { database } from '#db/connection'
import { documents } from '#db/schema/catalog/documents'
import { seriesAttestations, seriesDocumentVersions } from '#db/schema/catalog/series'
import { tokenIcons } from '#db/schema/catalog/tokens'
import { verificationFiles } from '#db/schema/compliance/verifications'
import { approvals } from '#db/schema/desk/approvals'
import { accountExports } from '#db/schema/people/data-exports'

const HOUR = 3_600_000
/** Well above the time from an upload's last byte to its row, and the possible lag of a backup. */
const ORPHAN_AGE = 24 * HOUR
/** Well above the time an upload may take to arrive. */
const STAGING_AGE = 6 * HOUR
const BATCH = 500

async function findReferenced(names: readonly string[]): Promise<Set<string>> {
  const icons = names
    .filter((name) => name.startsWith(ICONS_PREFIX))
    .map((name) => name.slice(ICONS_PREFIX.length))
  const rest = names.filter((name) => !name.startsWith(ICONS_PREFIX))
  const db = database()
  const [iconRows, ...documentRows] = await Promise.all([
    db.select({ name: tokenIcons.filename }).from(tokenIcons).where(inArray(tokenIcons.filename, icons)),
    ...[
      documents,
      seriesDocumentVersions,
      seriesAttestations,
      accountExports,
      approvals,
      verificationFiles,
    ].map((table) => db.select({ name: table.filename }).from(table).where(inArray(table.filename, rest))),
  ])
  return new Set([
    ...iconRows.map(({ name }) => ICONS_PREFIX + name),
    ...documentRows.flat().map(({ name }) => name),
  ])
}

/** Removes files that no row refers to and that are old enough; returns their number. */
export async function deleteOrphanedUploads(staging: string, now: number = Date.now()): Promise<number> {
  const uploads = getUploadStorage()
  let removed = 0
  for (const name of await readdir(staging)) {
    const path = join(staging, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || now - found.mtimeMs < STAGING_AGE) continue
    await rm(path, { force: true })
    removed += 1
  }
  let batch: string[] = []
  const clear = async () => {
    const referenced = await findReferenced(batch)
    for (const name of batch) {
      if (referenced.has(name)) continue
      await uploads.remove(name)
      removed += 1
    }
    batch = []
  }
  for await (const { name, modified } of uploads.list()) {
    if (now - modified.getTime() < ORPHAN_AGE) continue
    batch.push(name)
    if (batch.length === BATCH) await clear()
  }
  if (batch.length > 0) await clear()
  return removed
}

/** Runs the cleanup every hour until closed. `onFailure` is called when a run fails; the next one may succeed. */
export function startUploadCleanup(staging: string, onFailure: (error: unknown) => void): { close(): void } {
  const timer = setInterval(() => deleteOrphanedUploads(staging).catch(onFailure), HOUR)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
