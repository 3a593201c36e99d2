import { useEffect, useRef, useState } from 'react'
import type { SnapshotListItem } from '#contract/holdings/proof'
import { getData } from '#core/query/remote'
import { $snapshots, refreshSnapshots } from './snapshot-attempts.ts'

/** Milliseconds between two polls of the list. */
const PAUSE_MS = 3_000
/** Milliseconds after which a snapshot is late; one with a million holders takes one minute. */
const LATE_MS = 150_000

/** The newest snapshot and failure in the list. */
const newest = () => {
  const list = getData($snapshots.get())
  return { made: list?.snapshots[0], failedAt: list?.failures[0]?.at }
}

type Underway = 'waiting' | 'failed' | 'late'

/**
 * Polls for a snapshot that the server is still taking after its response: `wait` polls the list until there is a new
 * snapshot, which is passed to `onMade`, or a new failure.
 */
export function useSnapshotPolling(onMade: (snapshot: SnapshotListItem) => unknown) {
  const [state, setState] = useState<Underway>()
  const before = useRef(newest())
  const made = useRef(onMade)
  made.current = onMade
  useEffect(() => {
    if (state !== 'waiting') return
    const startedAt = Date.now()
    let timer = setTimeout(look, PAUSE_MS)
    let isLeft = false
    async function look() {
      await refreshSnapshots()
      if (isLeft) return
      const now = newest()
      if (now.made && now.made.id !== before.current.made?.id) {
        setState(undefined)
        made.current(now.made)
      } else if (now.failedAt !== before.current.failedAt) setState('failed')
      else if (Date.now() - startedAt > LATE_MS) setState('late')
      else timer = setTimeout(look, PAUSE_MS)
    }
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [state])
  return {
    state,
    wait: () => {
      before.current = newest()
      setState('waiting')
    },
  }
}
