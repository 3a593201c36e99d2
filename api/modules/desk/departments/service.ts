import { eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { assertUnchanged } from '#common/optimistic-lock'
import {
  ADDED_DEPARTMENTS_MAX,
  type AdminDepartment,
  type DepartmentBody,
  type DepartmentEdit,
} from '#contract/desk/admin-departments'
import type { ContactDepartment, SupportContact } from '#contract/desk/departments'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { contactDepartments } from '#db/schema/desk/departments'
import { isKnownTimeZone } from '#modules/desk/support/business-time'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { departmentNames } from '#shared/enums/site'

type DepartmentRow = typeof contactDepartments.$inferSelect

async function readAll(): Promise<DepartmentRow[]> {
  const rows = await database().select().from(contactDepartments)
  return rows.sort((a, b) => placeOf(a) - placeOf(b) || (a.department < b.department ? -1 : 1))
}

const known: readonly string[] = departmentNames
/** Built-in departments come first, in the order of the contract. */
const placeOf = ({ department }: DepartmentRow): number =>
  known.includes(department) ? known.indexOf(department) : known.length

/** Contact details of every department: built-in ones, then the others by name. */
export const listDepartments = (): Promise<ContactDepartment[]> => readAll()

/** The general contact details: those of the general department. */
export async function getSupportContact(): Promise<SupportContact> {
  const general = (await listDepartments()).find((row) => row.department === 'general')
  if (!general) throw new Error('The general department is missing: the database was not seeded')
  const { email, phone, whatsapp, linkedin, telegram, hours } = general
  return { email, phone, whatsapp, linkedin, telegram, support_hours: hours }
}

const toAdminDepartment = (row: DepartmentRow): AdminDepartment => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
})

/** The same with the time each was last changed. */
export async function listAdminDepartments(): Promise<AdminDepartment[]> {
  return (await readAll()).map(toAdminDepartment)
}

/** Throws `validation` for hours of work that no clock has. */
function checkWork({
  open_from,
  open_to,
  time_zone,
}: Pick<AdminDepartment, 'open_from' | 'open_to' | 'time_zone'>): void {
  if (!isKnownTimeZone(time_zone)) {
    throw invalidFieldProblem('/time_zone', 'Enter a time zone, for example America/Los_Angeles or UTC')
  }
  if (open_from >= open_to)
    throw invalidFieldProblem('/open_to', 'The closing time must be after the opening time')
}

/** Changes the given fields of one department. Throws `not_found` and `stale_write`. */
export function updateDepartment(
  department: ContactDepartment['department'],
  { updated_at, ...changes }: DepartmentEdit,
  actor: Actor,
): Promise<AdminDepartment> {
  return inTransaction(async () => {
    const same = eq(contactDepartments.department, department)
    const [before] = await database().select().from(contactDepartments).where(same).for('no key update')
    if (!before) throw new Problem('not_found', 'Department not found.')
    assertUnchanged(before, updated_at, 'department')
    checkWork({ ...before, ...changes })
    const [row] = await database()
      .update(contactDepartments)
      .set({ department, ...changes })
      .where(same)
      .returning()
    if (!row) throw new Problem('not_found', 'Department not found.')
    const after = toAdminDepartment(row)
    invalidateCache('departments')
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

/** Adds a department. Throws `conflict` if the name exists, or there are enough departments. */
export function createDepartment(body: DepartmentBody, actor: Actor): Promise<AdminDepartment> {
  checkWork({ open_from: '09:00', open_to: '18:00', time_zone: 'UTC', ...body })
  return inTransaction(async () => {
    // Additions are serialized by the lock of one row that always exists. A second statement reads the rows: the
    // first would not see rows added while it waited.
    await database()
      .select({ department: contactDepartments.department })
      .from(contactDepartments)
      .where(eq(contactDepartments.department, 'general'))
      .for('no key update')
    const rows = await database()
      .select({ department: contactDepartments.department })
      .from(contactDepartments)
    if (rows.some(({ department }) => department === body.department)) {
      throw new Problem('conflict', 'A department with this name already exists.')
    }
    if (rows.length >= known.length + ADDED_DEPARTMENTS_MAX) {
      throw new Problem(
        'conflict',
        `You can add up to ${ADDED_DEPARTMENTS_MAX} departments. Delete one first.`,
      )
    }
    const [row] = await database().insert(contactDepartments).values(body).returning()
    if (!row) throw new Error('An insert returned no row')
    const after = toAdminDepartment(row)
    invalidateCache('departments')
    await recordAudit(actor, {
      action: 'department.create',
      entity: 'department',
      entityId: row.department,
      after,
    })
    return after
  })
}

/** Deletes an added department. Throws `not_found`, and `conflict` for a built-in one. */
export function deleteDepartment(department: string, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    if (known.includes(department)) {
      throw new Problem(
        'conflict',
        'This department is used on public pages. It can be edited but not deleted.',
      )
    }
    const [row] = await database()
      .delete(contactDepartments)
      .where(eq(contactDepartments.department, department))
      .returning()
    if (!row) throw new Problem('not_found', 'Department not found.')
    invalidateCache('departments')
    await recordAudit(actor, {
      action: 'department.delete',
      entity: 'department',
      entityId: department,
      before: toAdminDepartment(row),
    })
  })
}
