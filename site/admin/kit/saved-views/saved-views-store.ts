import { adminViews } from '#contract/desk/admin-views'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { createToastStore } from '#site/admin/kit/toasts/toast-store.ts'

/** The result of saving a view, shown by the layout because the menu is closed by then. */
export const savedViewToasts = createToastStore()

/** The reader's own views, and those shared by others. */
export const { $view: $views, refresh: refreshViews } = createAdminQuery(
  ['views'],
  async () => (await callAdminApi(adminViews.list)).views,
)

/** The list URL stored in a view: without the page and the item open beside it. */
export function getSavedViewUrl(search: string): string {
  const address = new URLSearchParams(search)
  for (const name of ['page', 'item', 'do']) address.delete(name)
  return `?${address}`
}
