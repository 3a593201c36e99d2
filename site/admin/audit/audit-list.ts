import { audit } from '#contract/audit'
import { callAdmin, createAdminQuery, downloadAdminFile } from '#core/api/admin-api'
import { createList } from '#site/admin/list/list.ts'

/** The log, newest first. */
export const auditList = createList({
  name: 'audit-log',
  topics: ['audit'],
  sorts: ['-created_at'],
  filters: { admin: '', action: '', entity: '', from: '', to: '' },
  read: async (query) => {
    const { entries, pagination } = await callAdmin(audit.list, { query })
    return { rows: entries, pagination }
  },
  save: (query, options) =>
    downloadAdminFile(audit.exportCsv, { query }, { ...options, name: 'audit-log.csv' }),
})

/** The values that the log can be filtered by. */
export const { $view: $auditNames, refresh: refreshAuditNames } = createAdminQuery(['audit-names'], () =>
  callAdmin(audit.names),
)
