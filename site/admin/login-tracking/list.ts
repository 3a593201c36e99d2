import {
  adminLoginRecords,
  type CountryCount,
  LOGIN_LIMIT,
  type LoginRecord,
  loginLimits,
  loginOutcomes,
} from '#contract/admin-login-records'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { createList } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

/** The periods in days; the first is the default. */
const days = ['7', '1', '30', '90'] as const

/** Sent with each page: how many of all attempts came from each country. */
const countries = new WeakMap<readonly LoginRecord[], readonly CountryCount[]>()

/** The countries of all attempts, sent with a page. */
export const countriesOf = (rows: readonly LoginRecord[]): readonly CountryCount[] =>
  countries.get(rows) ?? []

interface Chosen {
  user: string | undefined
  days: (typeof days)[number] | undefined
  outcome: (typeof loginOutcomes)[number] | undefined
}

const filtersOf = ({ user, days: wanted, outcome }: Chosen) => ({
  user_id: readUserId(user ?? ''),
  days: Number(wanted ?? days[0]),
  outcome: outcome ?? ('all' as const),
})

/** Attempts to sign in, newest first. */
export const loginList = createList<
  LoginRecord,
  'login_time' | 'email' | 'country' | 'ip_address',
  { user: ''; days: typeof days; outcome: typeof loginOutcomes }
>({
  name: 'login-records',
  topics: ['logins'],
  sorts: ['-login_time', 'email', 'country', 'ip_address'],
  filters: { user: '', days, outcome: loginOutcomes },
  size: LOGIN_LIMIT,
  sizes: loginLimits,
  read: async ({ user, days, outcome, ...page }) => {
    const query = { ...page, ...filtersOf({ user, days, outcome }) }
    const response = await callAdmin(adminLoginRecords.list, { query })
    countries.set(response.records, response.countries)
    return { rows: response.records, pagination: response.pagination }
  },
  save: ({ search, ...chosen }, options) =>
    downloadAdminFile(
      adminLoginRecords.exportCsv,
      { query: { search, ...filtersOf(chosen) } },
      { ...options, name: 'logins.csv' },
    ),
})
