import { eq } from 'drizzle-orm'
import type { AdminDepartment, DepartmentEdit } from '#contract/admin-departments'
import { type ContactDepartment, departmentNames, type SupportContact } from '#contract/departments'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { contactDepartments } from '#db/schema/site'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'
import type { Actor } from '#plugins/actor'
import { renewShared } from '#plugins/shared-changes'

type DepartmentRow = typeof contactDepartments.$inferSelect

async function readAll(): Promise<DepartmentRow[]> {
  const rows = await database().select().from(contactDepartments)
  return rows.sort((a, b) => departmentNames.indexOf(a.department) - departmentNames.indexOf(b.department))
}

/** Contact details of every department, in the order of the contract. */
export const listDepartments = (): Promise<ContactDepartment[]> => readAll()

/** How to reach us in general: the details of the general department. */
export async function readSupportContact(): Promise<SupportContact> {
  const general = (await listDepartments()).find((row) => row.department === 'general')
  if (!general) throw new Error('The general department is missing: the database was not seeded')
  const { email, phone, whatsapp, linkedin, telegram, hours } = general
  return { email, phone, whatsapp, linkedin, telegram, support_hours: hours }
}

const toAdminDepartment = (row: DepartmentRow): AdminDepartment => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
})

/** The same with when each was last changed. */
export async function listAdminDepartments(): Promise<AdminDepartment[]> {
  return (await readAll()).map(toAdminDepartment)
}

/** Changes what is given of one department. Throws `not_found` and `stale_write`. */
export function updateDepartment(
  department: ContactDepartment['department'],
  { updated_at, ...changes }: DepartmentEdit,
  actor: Actor,
): Promise<AdminDepartment> {
  return inTransaction(async () => {
    const same = eq(contactDepartments.department, department)
    const [before] = await database().select().from(contactDepartments).where(same).for('no key update')
    if (!before) throw new Problem('not_found', 'There is no department with this name.')
    checkUnchanged(before, updated_at, 'department')
    const [row] = await database()
      .update(contactDepartments)
      .set({ department, ...changes })
      .where(same)
      .returning()
    if (!row) throw new Problem('not_found', 'There is no department with this name.')
    const after = toAdminDepartment(row)
    renewShared('departments')
    await recordAudit(actor, {
      action: 'department.update',
      entity: 'department',
      entityId: department,
      before: toAdminDepartment(before),
      after,
    })
    return after
  })
}
