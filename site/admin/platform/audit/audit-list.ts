import { audit, auditEntryTypes } from '#contract/platform/audit'
import { callAdminApi, createAdminQuery, downloadAsAdmin } from '#core/api/admin-api'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'

const ofInvestor = (user: string | undefined) => ({ user: parseUserId(user ?? '') })

/** The log, newest first. */
export const auditList = createAdminList({
  name: 'audit-log',
  topics: ['audit'],
  sorts: ['-created_at'],
  filters: { user: '', kind: ['', ...auditEntryTypes], admin: '', action: '', entity: '', from: '', to: '' },
  read: async ({ user, ...query }) => {
    const { entries, pagination } = await callAdminApi(audit.list, {
      query: { ...query, ...ofInvestor(user) },
    })
    return { rows: entries, pagination }
  },
  save: ({ user, ...query }, options) =>
    downloadAsAdmin(
      audit.exportCsv,
      { query: { ...query, ...ofInvestor(user) } },
      { ...options, name: 'audit-log.csv' },
    ),
})

/** The available filter values of the log. */
export const { $view: $auditNames, refresh: refreshAuditNames } = createAdminQuery(['audit-names'], () =>
  callAdminApi(audit.listFilterValues),
)
