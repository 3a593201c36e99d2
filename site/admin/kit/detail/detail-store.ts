import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { createAdminQuery } from '#core/api/admin-api'
import type { Remote } from '#core/query/remote'

/** One item, loaded by the id in the URL; `useDetail` binds it. */
export interface Detail<Data> {
  $id: WritableAtom<string | undefined>
  $view: ReadableAtom<Remote<{ id: string; data: Data }>>
  /** Refetches the item on screen. Resolves once it has loaded or failed. */
  refresh: () => Promise<void>
}

/** Creates an item's detail store. Call once, at module level; `name` is its cache key. */
export function createDetail<Data>(name: string, read: (id: string) => Promise<Data>): Detail<Data> {
  const $id = atom<string | undefined>(undefined)
  const { $view, refresh } = createAdminQuery([`detail:${name}`, $id], async (id: string) => ({
    id,
    data: await read(id),
  }))
  return { $id, $view, refresh }
}
