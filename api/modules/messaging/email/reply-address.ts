/** Where replies to emails go: the sender's own mailbox is often read by no one. */
import { eq } from 'drizzle-orm'
import { database } from '#db/connection'
import { contactDepartments } from '#db/schema/desk/departments'
import type { departmentNames } from '#shared/enums/site'

/** The department that reads replies. */
const ANSWERS: (typeof departmentNames)[number] = 'tech_support'

/** The email of the support department; empty if it has none. */
export async function parseReplyAddress(): Promise<string> {
  const [row] = await database()
    .select({ email: contactDepartments.email })
    .from(contactDepartments)
    .where(eq(contactDepartments.department, ANSWERS))
  return row?.email ?? ''
}
