/** What remains of a verification when the account is deleted. */
import { eq } from 'drizzle-orm'
import { deleteStoredFile } from '#common/upload-storage'
import { afterCommit, database } from '#db/connection'
import {
  verificationDecisions,
  verificationFiles,
  verificationSteps,
  verifications,
} from '#db/schema/compliance/verifications'

/**
 * Erases an investor's answers in the surrounding transaction. Submitted evidence is kept, encrypted and without its
 * names, until its retention ends (`EVIDENCE_RETENTION_DAYS`); other evidence is removed immediately.
 */
export async function eraseVerification(userId: number): Promise<void> {
  const db = database()
  const [row] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.user_id, userId))
    .for('no key update')
  if (!row) return
  await db.delete(verificationDecisions).where(eq(verificationDecisions.user_id, userId))
  await db.update(verificationSteps).set({ reason: '' }).where(eq(verificationSteps.user_id, userId))
  if (row.submitted_at) {
    await db.update(verificationFiles).set({ name: '' }).where(eq(verificationFiles.user_id, userId))
  } else {
    const removed = await db
      .delete(verificationFiles)
      .where(eq(verificationFiles.user_id, userId))
      .returning({ filename: verificationFiles.filename })
    for (const { filename } of removed) afterCommit(() => void deleteStoredFile(filename))
  }
  await db
    .update(verifications)
    .set({
      answers: {},
      reason: '',
      hand_reason: '',
      risk: null,
      risk_grounds: '',
      checks: [],
      assigned_to: null,
      closed_at: new Date(),
    })
    .where(eq(verifications.user_id, userId))
}
