import { adminMails, type Mail } from '#contract/admin-mails'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { mailStates } from '#shared/enums/mails'
import { createList } from '#site/admin/list/list.ts'

const states = ['', ...mailStates] as const

/** Mails, newest first. */
export const mailList = createList<
  Mail,
  'created_at' | 'recipient' | 'kind' | 'state',
  { state: typeof states }
>({
  name: 'mails',
  topics: ['mails'],
  sorts: ['-created_at', 'recipient', 'kind', 'state'],
  filters: { state: states },
  read: async ({ state, ...page }) => {
    const query = { ...page, state: state || undefined }
    const { mails, pagination } = await callAdmin(adminMails.list, { query })
    return { rows: mails, pagination }
  },
  save: ({ search, state }, options) =>
    downloadAdminFile(
      adminMails.exportCsv,
      { query: { search, state: state || undefined } },
      { ...options, name: 'mails.csv' },
    ),
})
