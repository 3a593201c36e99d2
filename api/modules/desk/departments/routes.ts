import { toActor } from '#common/audit-actor'
import { adminDepartments } from '#contract/desk/admin-departments'
import { contact } from '#contract/desk/contact-endpoints'
import { serveCached } from '#http/cache/serve-cached'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import {
  createDepartment,
  deleteDepartment,
  getSupportContact,
  listAdminDepartments,
  listDepartments,
  updateDepartment,
} from './service.ts'

const maxAgeMs = 2_000

/** Contact details, of every department and of the general one. */
export const departmentRoutes = () => [
  serveCached(contact.departments, async () => ({ departments: await listDepartments() }), {
    maxAgeMs,
    cacheTopic: 'departments',
  }),
  serveCached(contact.support, getSupportContact, { maxAgeMs, cacheTopic: 'departments' }),
]

/** Contact details, as administrators change them. */
export const departmentAdmin = () => [
  serveEndpoint(adminDepartments.list, async () => ({ departments: await listAdminDepartments() })),
  serveEndpoint(adminDepartments.update, async (call) => ({
    department: await updateDepartment(call.params.department, call.body, toActor(call)),
  })),
  serveEndpoint(adminDepartments.create, async (call) => ({
    department: await createDepartment(call.body, toActor(call)),
  })),
  serveEndpoint(adminDepartments.delete, async (call) => {
    await deleteDepartment(call.params.department, toActor(call))
    return { success: true as const }
  }),
]
