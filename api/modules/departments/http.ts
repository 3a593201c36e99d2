import { actorOf } from '#common/actor'
import { adminDepartments } from '#contract/admin-departments'
import { contact } from '#contract/contact'
import { serveCached } from '#http/cache/serve-cached'
import { serve } from '#http/pipeline/serve'
import {
  createDepartment,
  deleteDepartment,
  listAdminDepartments,
  listDepartments,
  readSupportContact,
  updateDepartment,
} from './service.ts'

const freshFor = 2_000

/** Contact details, of every department and of the general one. */
export const departmentRoutes = () => [
  serveCached(contact.departments, async () => ({ departments: await listDepartments() }), {
    freshFor,
    madeOf: 'departments',
  }),
  serveCached(contact.support, readSupportContact, { freshFor, madeOf: 'departments' }),
]

/** Contact details, as administrators change them. */
export const departmentAdmin = () => [
  serve(adminDepartments.list, async () => ({ departments: await listAdminDepartments() })),
  serve(adminDepartments.update, async (call) => ({
    department: await updateDepartment(call.params.department, call.body, actorOf(call)),
  })),
  serve(adminDepartments.create, async (call) => ({
    department: await createDepartment(call.body, actorOf(call)),
  })),
  serve(adminDepartments.remove, async (call) => {
    await deleteDepartment(call.params.department, actorOf(call))
    return { success: true as const }
  }),
]
