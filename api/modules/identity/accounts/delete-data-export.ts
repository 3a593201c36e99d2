import { eq } from 'drizzle-orm'
import { deleteStoredFile } from '#common/upload-storage'
import { afterCommit, database } from '#db/connection'
import { accountExports } from '#db/schema/people/data-exports'

/**
 * Deletes the data export of an account that is deleted, disputed or recovered, with its file, in the surrounding
 * transaction.
 */
export async function deleteExport(userId: number): Promise<void> {
  const [row] = await database()
    .delete(accountExports)
    .where(eq(accountExports.user_id, userId))
    .returning({ filename: accountExports.filename })
  if (row?.filename) afterCommit(() => void deleteStoredFile(row.filename))
}
