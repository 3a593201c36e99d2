import { type ContactDepartment, departmentNames, type SupportContact } from '#contract/departments'
import { database } from '#db/connection'
import { contactDepartments } from '#db/schema/site'

/** Contact details of every department, in the order of the contract. */
export async function listDepartments(): Promise<ContactDepartment[]> {
  const rows = await database().select().from(contactDepartments)
  return rows.sort((a, b) => departmentNames.indexOf(a.department) - departmentNames.indexOf(b.department))
}

/** How to reach us in general: the details of the general department. */
export async function readSupportContact(): Promise<SupportContact> {
  const general = (await listDepartments()).find((row) => row.department === 'general')
  if (!general) throw new Error('The general department is missing: the database was not seeded')
  const { email, phone, whatsapp, linkedin, telegram, hours } = general
  return { email, phone, whatsapp, linkedin, telegram, support_hours: hours }
}
