import type { Database } from '#db/client'
import { series } from '#db/schema/catalog/series'
import { tokenCategories, tokens } from '#db/schema/catalog/tokens'
import { contactDepartments } from '#db/schema/desk/departments'
import { admins } from '#db/schema/identity/accounts'
import { settings } from '#db/schema/platform/settings'
import { defaultContact } from '#shared/default-contact'
import { defaultCategories, tokenCatalog } from '#shared/default-tokens'
import type { departmentNames } from '#shared/enums/site'
import { recordBase } from './first-start.ts'

const defaultSettings = {
  site_name: 'Lodefield',
  site_description:
    'Tokens backed by regulated mining and geological projects, for institutional and accredited investors.',
  primary_color: '#f97316',
  secondary_color: '#ea580c',
  company_address: '100 Placeholder Street, Suite 200, Example City',
  date_format: 'MM/DD/YY',
} as const

/** A department's resolution target in business hours: a week. */
const RESOLUTION_HOURS = 45

/** Placeholders, see `shared/default-contact.ts`. */
const departments: Record<
  (typeof departmentNames)[number],
  { email: string; phone: string; description: string; first_answer_hours: number }
> = {
  general: {
    email: defaultContact.email,
    phone: defaultContact.phone,
    description: 'General questions about the platform and about becoming an investor.',
    first_answer_hours: 2,
  },
  investors: {
    email: 'investors@lodefield.example',
    phone: '+1 (202) 555-0110',
    description: 'Investment requests, subscription documents, deposits and withdrawals.',
    first_answer_hours: 4,
  },
  tech: {
    email: 'tech@lodefield.example',
    phone: '+1 (202) 555-0120',
    description: 'How tokens, custody and pricing work, and questions about the API.',
    first_answer_hours: 4,
  },
  tech_support: {
    email: 'support@lodefield.example',
    phone: '+1 (202) 555-0130',
    description: 'Help with signing in, with the dashboard and with anything that does not work.',
    first_answer_hours: 1,
  },
  compliance: {
    email: 'compliance@lodefield.example',
    phone: '+1 (202) 555-0140',
    description: 'Identity checks, accreditation, privacy requests and regulatory questions.',
    first_answer_hours: 24,
  },
  reports: {
    email: 'reports@lodefield.example',
    phone: '+1 (202) 555-0150',
    description: 'Audit reports, compliance reports and statements.',
    first_answer_hours: 24,
  },
  others: {
    email: 'hello@lodefield.example',
    phone: '+1 (202) 555-0160',
    description: 'Press, partnerships and anything else.',
    first_answer_hours: 24,
  },
}

const general = {
  whatsapp: departments.general.phone,
  linkedin: 'https://lodefield.example/linkedin',
}

/**
 * Fills an empty database: settings, departments, token categories and tokens. Later calls do nothing, so that an
 * administrator's changes and deletions persist. Returns whether it was empty. With `demo`, the demonstration is
 * recorded as a pending step.
 */
export function seedEssentials(db: Database, { demo = false } = {}): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The settings row shows that the database is seeded; a concurrent start waits for it here.
    const marked = await tx.insert(settings).values(defaultSettings).onConflictDoNothing().returning()
    if (marked.length === 0) return false
    await tx.insert(contactDepartments).values(
      Object.entries(departments).map(([key, details]) => ({
        department: key as keyof typeof departments,
        hours: defaultContact.hours,
        resolution_hours: RESOLUTION_HOURS,
        ...details,
        ...(key === 'general' ? general : {}),
      })),
    )
    const categories = await tx
      .insert(tokenCategories)
      .values(defaultCategories.map((name) => ({ name })))
      .returning()
    const categoryId = new Map(categories.map(({ name, id }) => [name, id]))
    const catalog = await tx
      .insert(tokens)
      .values(
        tokenCatalog.map(({ category, ...token }) => ({
          ...token,
          category_id: categoryId.get(category) ?? 0,
        })),
      )
      .returning({ id: tokens.id })
    // These tokens are fictional, and so are their pages: marked as such until an administrator changes it.
    await tx.insert(series).values(catalog.map(({ id }) => ({ token_id: id, is_illustrative: true })))
    await recordBase(tx, demo ? ['demo'] : [])
    return true
  })
}

export interface NewAdministrator {
  username: string
  email: string
  /** Created with `Bun.password.hash`. */
  passwordHash: string
}

/**
 * Creates the first administrator. Returns its id, or undefined if there already is one with any name. `beforeCommit`
 * runs once the row exists but is not yet visible to others.
 */
export function seedAdministrator(
  db: Database,
  { username, email, passwordHash }: NewAdministrator,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    // Two concurrent starts must not both find the table empty.
    await tx.execute('lock table admins in share row exclusive mode')
    const [existing] = await tx.select({ id: admins.id }).from(admins).limit(1)
    if (existing) return undefined
    const [made] = await tx
      .insert(admins)
      .values({ username, email, password_hash: passwordHash })
      .returning({ id: admins.id })
    await beforeCommit()
    return made?.id
  })
}
