import { adminNotes } from '#contract/people/admin-notes'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { onAdminEvent } from '#core/events/admin-event-stream'

/** Notes in which a colleague mentions the reader, until they are read. */
export const { $view: $mentions, refresh: refreshMentions } = createAdminQuery(
  ['mentions'],
  async () => (await callAdminApi(adminNotes.listMentions)).mentions,
  { revalidateOnFocus: true },
)

onBrowserMount($mentions, () => onAdminEvent(['notes'], refreshMentions))
