import type { DownloadOutcome } from '#core/api/download'
import type { FilterRules } from '#core/list/url-state'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { type ListView, useListView } from '#site/ui/list/use-list-view.ts'
import type { AdminList, SaveOptions } from './list-store.ts'

/** The state that the components of a panel list render. */
export interface ListState<Row, R extends FilterRules = FilterRules> extends ListView<Row, R> {
  name: string
  /** Saves all matching rows, not only those on screen, as a file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
  /** Loads the rows that can be selected at once beyond the page. */
  readBlock?: () => Promise<Row[]>
}

/** Binds a list to the URL and refetches it when the server announces one of its topics. */
export function useAdminList<Row, R extends FilterRules>(list: AdminList<Row, R>): ListState<Row, R> {
  const view = useListView(list)
  useRefetchOnEvents(list.topics, list.refresh)
  return { ...view, name: list.name, save: list.save, readBlock: list.readBlock }
}
