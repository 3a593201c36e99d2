import { type RefObject, useEffect, useLayoutEffect, useReducer, useState } from 'react'

interface Folding {
  /** What the count was found for: the columns and the width. */
  key: string
  width: number
  count: number
}

/**
 * How many of a table's columns do not fit beside the others, counted until nothing of it is cut off; at most `max`.
 * `key` names the columns and what is in them: with others it is counted anew, and so it is at another width.
 */
export function useFolding(region: RefObject<HTMLElement | null>, max: number, key: string): number {
  const [folding, setFolding] = useState<Folding>({ key, width: 0, count: 0 })
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0)

  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const width = element.clientWidth
    if (folding.key !== key || folding.width !== width) setFolding({ key, width, count: 0 })
    else if (element.scrollWidth > width && folding.count < max)
      setFolding({ ...folding, count: folding.count + 1 })
  })
  useEffect(() => {
    const element = region.current
    if (!element) return
    const observer = new ResizeObserver(lookAgain)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [region])

  return folding.key === key ? Math.min(folding.count, max) : 0
}
