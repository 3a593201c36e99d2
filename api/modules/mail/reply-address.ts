/** Where answers to mails go: the mail server's own mailbox is often read by no one. */
import { eq } from 'drizzle-orm'
import { database } from '#db/connection'
import { contactDepartments } from '#db/schema/site'
import type { departmentNames } from '#shared/enums/site'

/** The department whose people read what is answered. */
const ANSWERS: (typeof departmentNames)[number] = 'tech_support'

/** The email of the support department; empty while it has none. */
export async function readReplyAddress(): Promise<string> {
  const [row] = await database()
    .select({ email: contactDepartments.email })
    .from(contactDepartments)
    .where(eq(contactDepartments.department, ANSWERS))
  return row?.email ?? ''
}
