import type { ResponseOf } from '#contract/endpoint'
import {
  adminRegister,
  type Distribution,
  type ListedMovement,
  type RegisterHolder,
  type RegisterSummary,
} from '#contract/holdings/admin-register'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { movementTypes } from '#shared/enums/series'
import { createDetail } from '#site/admin/kit/detail/detail-store.ts'
import { createAdminList, emptyPage } from '#site/admin/kit/list/list-store.ts'
import { parseSeriesCode } from '#site/admin/kit/series-location.ts'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'

export type RegisterTotals = Pick<
  ResponseOf<typeof adminRegister.listHolders>,
  'units_in_issue' | 'units_held' | 'head'
>

/** The registers of all series. */
export const registerList = createAdminList<
  RegisterSummary,
  'symbol' | 'units_in_issue' | 'holders',
  Record<never, never>
>({
  name: 'registers',
  topics: ['register', 'series', 'tokens'],
  sorts: ['symbol', 'units_in_issue', 'holders'],
  filters: {},
  read: async (query) => {
    const { registers, pagination } = await callAdminApi(adminRegister.listRegisters, { query })
    return { rows: registers, pagination }
  },
  save: (query, options) =>
    downloadAsAdmin(adminRegister.exportRegisters, { query }, { ...options, name: 'registers.csv' }),
})

/** Sent with each page of holders: the figures of the whole register. */
const totals = new WeakMap<readonly RegisterHolder[], RegisterTotals>()

/** The figures sent with a page of holders. */
export const getRegisterTotals = (rows: readonly RegisterHolder[]): RegisterTotals | undefined =>
  totals.get(rows)

/** The code of a list's series; a list without a series is empty, and its file is never requested. */
const symbolOf = (series: string | undefined): string => parseSeriesCode(series ?? null) ?? ''

/** The holders of the series in the URL, largest first, in the server's order. */
export const holderList = createAdminList<RegisterHolder, 'units', { series: ''; on: '' }>({
  name: 'register-holders',
  topics: ['register', 'series', 'users'],
  sorts: ['-units'],
  filters: { series: '', on: '' },
  whose: 'series',
  read: async ({ series, sort: _, ...query }) => {
    const symbol = symbolOf(series)
    if (symbol === '') return emptyPage
    const { holders, pagination, ...figures } = await callAdminApi(adminRegister.listHolders, {
      params: { symbol },
      query,
    })
    totals.set(holders, figures)
    return { rows: holders, pagination }
  },
  save: ({ series, ...query }, options) =>
    downloadAsAdmin(
      adminRegister.exportHolders,
      { params: { symbol: symbolOf(series) }, query },
      { ...options, name: 'register.csv' },
    ),
})

/** The movements of the series in the URL, newest first; with `user`, those of one investor. */
export const movementList = createAdminList<
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
    const query = { ...page, user_id: parseUserId(user ?? '') }
    const { movements, pagination } = await callAdminApi(adminRegister.listMovements, {
      params: { symbol },
      query,
    })
    return { rows: movements, pagination }
  },
  save: ({ series, user, ...query }, options) =>
    downloadAsAdmin(
      adminRegister.exportMovements,
      { params: { symbol: symbolOf(series) }, query: { ...query, user_id: parseUserId(user ?? '') } },
      { ...options, name: 'register-entries.csv' },
    ),
})

/** The booked distributions of a series, newest first. */
export const distributionList = createDetail<Distribution[]>(
  'distributions',
  async (symbol) =>
    (await callAdminApi(adminRegister.listDistributions, { params: { symbol } })).distributions,
)

/** Refetches holders and movements after a movement was recorded. */
export const refreshRegister = () => Promise.all([holderList.refresh(), movementList.refresh()])
