import { Elysia } from 'elysia'
import { adminDepartments } from '#contract/admin-departments'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { createDepartment, deleteDepartment, listAdminDepartments, updateDepartment } from './service.ts'

/** Contact details, as administrators change them. */
export const departmentAdmin = () =>
  new Elysia({ name: 'department-admin' })
    .use(serve(adminDepartments.list, async () => ({ departments: await listAdminDepartments() })))
    .use(
      serve(adminDepartments.update, async (call) => ({
        department: await updateDepartment(call.params.department, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminDepartments.create, async (call) => ({
        department: await createDepartment(call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminDepartments.remove, async (call) => {
        await deleteDepartment(call.params.department, actorOf(call))
        return { success: true as const }
      }),
    )
