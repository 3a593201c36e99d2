import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { dataOf, type Remote, viewLoading } from '#core/query/remote'
import type { Detail } from './detail.ts'

/** The item with an id, as it was read last; never another item. */
export function useDetail<Data>(detail: Detail<Data>, id: string): Remote<Data> {
  // Before the first read of the store, which would otherwise fetch the item opened before.
  useState(() => detail.$id.set(id))
  useEffect(() => detail.$id.set(id), [detail, id])
  const view = useStore(detail.$view)
  const held = dataOf(view)
  const last = held?.id === id ? held.data : undefined
  // Without data the failure may be another item's, until the response arrives.
  if (view.status === 'failed' && (last || !view.updating)) return { ...view, last }
  return last ? { status: 'ready', data: last, updating: view.updating } : viewLoading
}
