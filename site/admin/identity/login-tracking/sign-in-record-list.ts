import {
  adminSignInRecords,
  type CountryCount,
  SIGN_IN_RECORD_PAGE_SIZE,
  type SignInRecord,
  signInOutcomes,
  signInRecordPageSizes,
} from '#contract/identity/admin-sign-in-records'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'

/** Periods in days; the first is the default. */
const days = ['7', '1', '30', '90'] as const

/** Sent with each page: the number of attempts per country. */
const countries = new WeakMap<readonly SignInRecord[], readonly CountryCount[]>()

/** The countries of all attempts, sent with a page. */
export const getCountryCounts = (rows: readonly SignInRecord[]): readonly CountryCount[] =>
  countries.get(rows) ?? []

interface Chosen {
  user: string | undefined
  days: (typeof days)[number] | undefined
  outcome: (typeof signInOutcomes)[number] | undefined
}

const filtersOf = ({ user, days: wanted, outcome }: Chosen) => ({
  user_id: parseUserId(user ?? ''),
  days: Number(wanted ?? days[0]),
  outcome: outcome ?? ('all' as const),
})

/** Sign-in attempts, newest first. */
export const signInRecordList = createAdminList<
  SignInRecord,
  'login_time' | 'email' | 'country' | 'ip_address',
  { user: ''; days: typeof days; outcome: typeof signInOutcomes }
>({
  name: 'login-records',
  topics: ['logins'],
  sorts: ['-login_time', 'email', 'country', 'ip_address'],
  filters: { user: '', days, outcome: signInOutcomes },
  size: SIGN_IN_RECORD_PAGE_SIZE,
  sizes: signInRecordPageSizes,
  read: async ({ user, days, outcome, ...page }) => {
    const query = { ...page, ...filtersOf({ user, days, outcome }) }
    const response = await callAdminApi(adminSignInRecords.list, { query })
    countries.set(response.records, response.countries)
    return { rows: response.records, pagination: response.pagination }
  },
  save: ({ search, ...chosen }, options) =>
    downloadAsAdmin(
      adminSignInRecords.exportCsv,
      { query: { search, ...filtersOf(chosen) } },
      { ...options, name: 'logins.csv' },
    ),
})
