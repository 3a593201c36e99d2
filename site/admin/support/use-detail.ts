import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { dataOf, type Remote, viewLoading } from '#core/query/remote'
import type { Detail } from './desk.ts'

/** The item with an id, as it was read last; another one's is never shown in its place. */
export function useDetail<Data>(detail: Detail<Data>, id: string): Remote<Data> {
  // Before the first look at the store: else it would ask for what was open before.
  useState(() => detail.$id.set(id))
  useEffect(() => detail.$id.set(id), [detail, id])
  const view = useStore(detail.$view)
  const held = dataOf(view)
  const last = held?.id === id ? held.data : undefined
  // A failure without it may be another one's, until the answer is there.
  if (view.status === 'failed' && (last || !view.updating)) return { ...view, last }
  return last ? { status: 'ready', data: last, updating: view.updating } : viewLoading
}
