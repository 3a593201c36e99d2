import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { dataOf } from '#core/query-view'
import type { Detail } from './desk.ts'

export type Opened<Data> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; updating: boolean }
  | { status: 'ready'; data: Data }

/** The item with an id, as it was read last; another one's is never shown in its place. */
export function useDetail<Data>(detail: Detail<Data>, id: string): Opened<Data> {
  // Before the first look at the store: else it would ask for what was open before.
  useState(() => detail.$id.set(id))
  useEffect(() => detail.$id.set(id), [detail, id])
  const view = useStore(detail.$view)
  const held = dataOf(view)
  if (held?.id === id) return { status: 'ready', data: held.data }
  if (view.status === 'failed' && !view.updating) {
    return { status: 'failed', error: view.error, updating: view.updating }
  }
  return { status: 'loading' }
}
