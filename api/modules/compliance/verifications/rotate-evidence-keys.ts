/** Re-wraps the evidence keys with the newest `EVIDENCE_KEY`; the files are unchanged. */
import { asc, eq, gt } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { database, inTransaction } from '#db/connection'
import { verificationFiles } from '#db/schema/compliance/verifications'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { unwrapKey, wrapKey } from './evidence-keys.ts'

const BATCH = 200

interface Rotation {
  files: number
  rewrapped: number
  /** Ids of files whose key cannot be opened by any configured key. */
  unreadable: number[]
}

/** Wraps every key with the first configured one, in batches, and records it. */
export async function rotateEvidenceKeys(actor: Actor, name: string): Promise<Rotation> {
  const done: Rotation = { files: 0, rewrapped: 0, unreadable: [] }
  for (let last = 0; ; ) {
    const rows = await inTransaction(async () => {
      const batch = await database()
        .select()
        .from(verificationFiles)
        .where(gt(verificationFiles.id, last))
        .orderBy(asc(verificationFiles.id))
        .limit(BATCH)
        .for('no key update')
      const fresh = { rewrapped: 0, unreadable: [] as number[] }
      for (const { id, user_id, filename, wrapped_key } of batch) {
        const place = { userId: user_id, filename }
        const unwrapped = unwrapKey(wrapped_key, place)
        if (!unwrapped) fresh.unreadable.push(id)
        else if (unwrapped.wrappedBy > 0) {
          await database()
            .update(verificationFiles)
            .set({ wrapped_key: wrapKey(unwrapped.key, place) })
            .where(eq(verificationFiles.id, id))
          fresh.rewrapped += 1
        }
      }
      return { batch, fresh }
    })
    done.files += rows.batch.length
    done.rewrapped += rows.fresh.rewrapped
    done.unreadable.push(...rows.fresh.unreadable)
    last = rows.batch.at(-1)?.id ?? last
    if (rows.batch.length < BATCH) break
  }
  await recordAudit(actor, {
    action: 'evidence.rotate',
    entity: 'verification',
    after: { files: done.files, rewrapped: done.rewrapped, unreadable: done.unreadable.length },
    changed: true,
    name,
  })
  return done
}
