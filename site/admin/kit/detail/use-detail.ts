import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getData, loadingState, type Remote } from '#core/query/remote'
import type { Detail } from './detail-store.ts'

/** The item with this id as last loaded; never another item. */
export function useDetail<Data>(detail: Detail<Data>, id: string): Remote<Data> {
  // Before the first read of the store, which would otherwise fetch the previously opened item.
  useState(() => detail.$id.set(id))
  useEffect(() => detail.$id.set(id), [detail, id])
  const view = useStore(detail.$view)
  const held = getData(view)
  const last = held?.id === id ? held.data : undefined
  // Without data, the failure may belong to another item until the response arrives.
  if (view.status === 'failed' && (last || !view.isFetching)) return { ...view, lastData: last }
  return last ? { status: 'ready', data: last, isFetching: view.isFetching } : loadingState
}
