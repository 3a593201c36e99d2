import { useCallback, useEffect, useState } from 'react'
import { loadingState, type QueryState, type Remote, toRemote } from '#core/query/remote'

/**
 * Loads something while a component is mounted, and again on `retry`; nothing without a key. A late response for an
 * earlier key is discarded.
 */
export function useRemote<Key extends number | string, Data>(
  key: Key | undefined,
  read: (key: Key) => Promise<Data>,
): { view: Remote<Data>; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [held, setHeld] = useState<{ key: Key | undefined; view: Remote<Data> }>({ key, view: loadingState })
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again with each attempt
  useEffect(() => {
    if (key === undefined) return
    let isLate = false
    const put = (feed: QueryState<Data>) =>
      isLate ||
      setHeld((before) => ({ key, view: toRemote(before.key === key ? before.view : loadingState, feed) }))
    put({ loading: true })
    read(key).then(
      (data) => put({ data, loading: false }),
      (error: unknown) => put({ error, loading: false }),
    )
    return () => {
      isLate = true
    }
  }, [key, attempt])
  return { view: held.key === key ? held.view : loadingState, retry }
}
