import {
  adminRegister,
  type Distribution,
  type ListedMovement,
  type RegisterHolder,
  type RegisterSummary,
} from '#contract/admin-register'
import type { ResponseOf } from '#contract/endpoint'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { movementTypes } from '#shared/enums/series'
import { createDetail } from '#site/admin/detail/detail.ts'
import { createList, emptyPage } from '#site/admin/list/list.ts'
import { readCode } from '#site/admin/series/series-options.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

export type RegisterTotals = Pick<
  ResponseOf<typeof adminRegister.read>,
  'units_in_issue' | 'units_held' | 'head'
>

/** The registers of all series. */
export const registerList = createList<
  RegisterSummary,
  'symbol' | 'units_in_issue' | 'holders',
  Record<never, never>
>({
  name: 'registers',
  topics: ['register', 'series', 'tokens'],
  sorts: ['symbol', 'units_in_issue', 'holders'],
  filters: {},
  read: async (query) => {
    const { registers, pagination } = await callAdmin(adminRegister.list, { query })
    return { rows: registers, pagination }
  },
  save: (query, options) =>
    downloadAdminFile(adminRegister.exportList, { query }, { ...options, name: 'registers.csv' }),
})

/** Sent with each page of holders: the figures of the whole register. */
const totals = new WeakMap<readonly RegisterHolder[], RegisterTotals>()

/** The figures sent with a page of holders. */
export const totalsOf = (rows: readonly RegisterHolder[]): RegisterTotals | undefined => totals.get(rows)

/** The code of a list's series; a list of no series is empty, and its file is never asked for. */
const symbolOf = (series: string | undefined): string => readCode(series ?? null) ?? ''

/** The holders of the series in the URL, largest first: the order is the server's. */
export const holderList = createList<RegisterHolder, 'units', { series: ''; on: '' }>({
  name: 'register-holders',
  topics: ['register', 'series', 'users'],
  sorts: ['-units'],
  filters: { series: '', on: '' },
  whose: 'series',
  read: async ({ series, sort: _, ...query }) => {
    const symbol = symbolOf(series)
    if (symbol === '') return emptyPage
    const { holders, pagination, ...figures } = await callAdmin(adminRegister.read, {
      params: { symbol },
      query,
    })
    totals.set(holders, figures)
    return { rows: holders, pagination }
  },
  save: ({ series, ...query }, options) =>
    downloadAdminFile(
      adminRegister.exportCsv,
      { params: { symbol: symbolOf(series) }, query },
      { ...options, name: 'register.csv' },
    ),
})

/** The movements of the series in the URL, newest first; of one investor with `user`. */
export const movementList = createList<
  ListedMovement,
  'id',
  { series: ''; user: ''; type: readonly ['', ...typeof movementTypes]; from: ''; to: '' }
>({
  name: 'register-movements',
  topics: ['register', 'users'],
  sorts: ['-id'],
  filters: { series: '', user: '', type: ['', ...movementTypes], from: '', to: '' },
  whose: 'series',
  read: async ({ series, user, sort: _, ...page }) => {
    const symbol = symbolOf(series)
    if (symbol === '') return emptyPage
    const query = { ...page, user_id: readUserId(user ?? '') }
    const { movements, pagination } = await callAdmin(adminRegister.movements, { params: { symbol }, query })
    return { rows: movements, pagination }
  },
  save: ({ series, user, ...query }, options) =>
    downloadAdminFile(
      adminRegister.exportMovements,
      { params: { symbol: symbolOf(series) }, query: { ...query, user_id: readUserId(user ?? '') } },
      { ...options, name: 'register-entries.csv' },
    ),
})

/** The distributions of a series that were booked, newest first. */
export const distributionList = createDetail<Distribution[]>(
  'distributions',
  async (symbol) => (await callAdmin(adminRegister.distributions, { params: { symbol } })).distributions,
)

/** Fetches holders and movements again after one was entered. */
export const refreshRegister = () => Promise.all([holderList.refresh(), movementList.refresh()])
