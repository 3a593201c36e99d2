import { Elysia } from 'elysia'
import { contact } from '#contract/contact'
import { serveShared } from '#plugins/serve-shared'
import { listDepartments, readSupportContact } from './service.ts'

const freshFor = 2_000

/** Contact details, of every department and of the general one. */
export const departmentRoutes = () =>
  new Elysia({ name: 'departments' })
    .use(
      serveShared(contact.departments, async () => ({ departments: await listDepartments() }), {
        freshFor,
        madeOf: 'departments',
      }),
    )
    .use(serveShared(contact.support, readSupportContact, { freshFor, madeOf: 'departments' }))
