import { adminNotes } from '#contract/admin-notes'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { onPanelEvent } from '#core/live/admin-events'

/** Notes in which a colleague names the reader, until they are read. */
export const { $view: $mentions, refresh: refreshMentions } = createAdminQuery(
  ['mentions'],
  async () => (await callAdmin(adminNotes.mentions)).mentions,
  { revalidateOnFocus: true },
)

onBrowserMount($mentions, () => onPanelEvent(['notes'], refreshMentions))
