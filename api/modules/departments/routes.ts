import { Elysia } from 'elysia'
import { departments } from '#contract/departments'
import { serveShared } from '#plugins/serve'
import { listDepartments, readSupportContact } from './service.ts'

const freshFor = 2_000

/** Contact details, of every department and of the general one. */
export const departmentRoutes = () =>
  new Elysia({ name: 'departments' })
    .use(
      serveShared(departments.list, async () => ({ departments: await listDepartments() }), {
        freshFor,
        madeOf: 'departments',
      }),
    )
    .use(serveShared(departments.support, readSupportContact, { freshFor, madeOf: 'departments' }))
