import { type RefObject, useEffect, useLayoutEffect, useReducer, useState } from 'react'

interface Folding {
  /** The columns and the width that the count is for. */
  key: string
  width: number
  count: number
}

/**
 * How many of a table's columns do not fit, counted until nothing is cut off; at most `max`. `key` names the columns
 * and their content: another key or another width starts a new count.
 */
export function useCollapsedColumns(region: RefObject<HTMLElement | null>, max: number, key: string): number {
  const [folding, setFolding] = useState<Folding>({ key, width: 0, count: 0 })
  const [looks, lookAgain] = useReducer((looks: number) => looks + 1, 0)

  // Reading a width makes the browser lay the page out: only when it may be another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `looks` counts the changes of size
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const width = element.clientWidth
    if (folding.key !== key || folding.width !== width) setFolding({ key, width, count: 0 })
    else if (element.scrollWidth > width && folding.count < max)
      setFolding({ ...folding, count: folding.count + 1 })
  }, [region, max, key, folding, looks])
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
