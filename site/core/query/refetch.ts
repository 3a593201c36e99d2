import type { FetcherStore } from '@nanostores/query'

/** Resolves when no answer is on its way, after the turn in which the last one came. */
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
 * Asks again, because something has changed. `revalidate` alone does nothing while an answer is on its way, which
 * may have been made before the change: then it is waited for and asked once more. Resolves when the answer is
 * there, or has failed; at once if nobody watches.
 */
export async function refetch<T>($query: FetcherStore<T>): Promise<void> {
  if ($query.value?.loading) await untilAnswered($query)
  $query.revalidate()
  await untilAnswered($query)
}
