import { adminViews } from '#contract/admin-views'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { createToastStore } from '#site/admin/toast/toast-store.ts'

/** The result of saving a view, shown by the layout: the menu is closed by then. */
export const viewOutcome = createToastStore()

/** The own views, and those that others share. */
export const { $view: $views, refresh: refreshViews } = createAdminQuery(
  ['views'],
  async () => (await callAdmin(adminViews.list)).views,
)

/** The address of a list as a view keeps it: without the page, and without what is open beside it. */
export function viewAddress(search: string): string {
  const address = new URLSearchParams(search)
  for (const name of ['page', 'item', 'do']) address.delete(name)
  return `?${address}`
}
