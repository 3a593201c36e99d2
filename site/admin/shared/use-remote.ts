import { useCallback, useEffect, useState } from 'react'
import { type Feed, type Remote, toRemote, viewLoading } from '#core/query/remote'

/**
 * Reads something for as long as a component is on screen, and again on `retry`; nothing without a key. A late
 * response for an earlier key is dropped.
 */
export function useRemote<Key extends number | string, Data>(
  key: Key | undefined,
  read: (key: Key) => Promise<Data>,
): { view: Remote<Data>; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [held, setHeld] = useState<{ key: Key | undefined; view: Remote<Data> }>({ key, view: viewLoading })
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again with each attempt
  useEffect(() => {
    if (key === undefined) return
    let isLate = false
    const put = (feed: Feed<Data>) =>
      isLate ||
      setHeld((before) => ({ key, view: toRemote(before.key === key ? before.view : viewLoading, feed) }))
    put({ loading: true })
    read(key).then(
      (data) => put({ data, loading: false }),
      (error: unknown) => put({ error, loading: false }),
    )
    return () => {
      isLate = true
    }
  }, [key, attempt])
  return { view: held.key === key ? held.view : viewLoading, retry }
}
