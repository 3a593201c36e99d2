import { audit, auditKinds } from '#contract/audit'
import { callAdmin, createAdminQuery, downloadAdminFile } from '#core/api/admin-api'
import { createList } from '#site/admin/list/list.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'

const ofInvestor = (user: string | undefined) => ({ user: readUserId(user ?? '') })

/** The log, newest first. */
export const auditList = createList({
  name: 'audit-log',
  topics: ['audit'],
  sorts: ['-created_at'],
  filters: { user: '', kind: ['', ...auditKinds], admin: '', action: '', entity: '', from: '', to: '' },
  read: async ({ user, ...query }) => {
    const { entries, pagination } = await callAdmin(audit.list, { query: { ...query, ...ofInvestor(user) } })
    return { rows: entries, pagination }
  },
  save: ({ user, ...query }, options) =>
    downloadAdminFile(
      audit.exportCsv,
      { query: { ...query, ...ofInvestor(user) } },
      { ...options, name: 'audit-log.csv' },
    ),
})

/** The values that the log can be filtered by. */
export const { $view: $auditNames, refresh: refreshAuditNames } = createAdminQuery(['audit-names'], () =>
  callAdmin(audit.names),
)
