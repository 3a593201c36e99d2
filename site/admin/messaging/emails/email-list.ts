import { adminEmails, type EmailListItem } from '#contract/messaging/admin-emails'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { emailDeliveryStatuses } from '#shared/enums/emails'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'

const states = ['', ...emailDeliveryStatuses] as const

/** Emails, newest first. */
export const emailList = createAdminList<
  EmailListItem,
  'created_at' | 'recipient' | 'kind' | 'state',
  { state: typeof states }
>({
  name: 'mails',
  topics: ['mails'],
  sorts: ['-created_at', 'recipient', 'kind', 'state'],
  filters: { state: states },
  read: async ({ state, ...page }) => {
    const query = { ...page, state: state || undefined }
    const { mails, pagination } = await callAdminApi(adminEmails.list, { query })
    return { rows: mails, pagination }
  },
  save: ({ search, state }, options) =>
    downloadAsAdmin(
      adminEmails.exportCsv,
      { query: { search, state: state || undefined } },
      { ...options, name: 'emails.csv' },
    ),
})
