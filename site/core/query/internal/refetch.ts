import type { FetcherStore } from '@nanostores/query'

/** Resolves when no request is in flight, after the turn in which the last one finished. */
const untilAnswered = <T>($query: FetcherStore<T>) =>
  new Promise<void>((resolve) => {
    if (!$query.value?.loading) return resolve()
    const stop = $query.listen(({ loading }) => {
      if (loading) return
      stop()
      resolve()
    })
  })

/**
 * Refetches after a change. `revalidate` alone does nothing while a request is in flight, whose response may predate
 * the change; this waits for it and then fetches once more. Resolves when the request has succeeded or failed, or
 * immediately if the store has no listeners.
 */
export async function refetch<T>($query: FetcherStore<T>): Promise<void> {
  if ($query.value?.loading) await untilAnswered($query)
  $query.revalidate()
  await untilAnswered($query)
}
