import { type RefObject, useEffect, useLayoutEffect, useReducer, useState } from 'react'

interface Folding {
  /** The columns and width that the count applies to. */
  key: string
  width: number
  count: number
}

/** How many columns, from the last one, are at least as wide as the overflow in pixels; at least one. */
function countCut(region: HTMLElement, width: number): number {
  const widths = [...region.querySelectorAll<HTMLElement>('th[data-foldable]')].map(
    (head) => head.offsetWidth,
  )
  let left = width
  let count = 0
  while (left > 0 && count < widths.length) {
    count += 1
    left -= widths.at(-count) ?? 0
  }
  return Math.max(1, count)
}

/**
 * How many of a table's columns do not fit, counted until nothing overflows; at most `max`. `key` identifies the
 * columns: another key or width starts a new count. `content` identifies the rows: for new rows the count only grows,
 * so that columns do not come and go from page to page.
 */
export function useOverflowColumnCount(
  region: RefObject<HTMLElement | null>,
  max: number,
  key: string,
  content: string,
): number {
  const [folding, setFolding] = useState<Folding>({ key, width: 0, count: 0 })
  const [looks, lookAgain] = useReducer((looks: number) => looks + 1, 0)

  // Reading a width forces a layout, so it is done only when the width may have changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `looks` counts the changes of size, `content` changes it
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const width = element.clientWidth
    const isCut = element.scrollWidth > width
    if (folding.count === 0 && !isCut) return
    if (folding.key !== key || folding.width !== width) setFolding({ key, width, count: 0 })
    else if (isCut && folding.count < max)
      setFolding({ ...folding, count: folding.count + countCut(element, element.scrollWidth - width) })
  }, [region, max, key, folding, looks, content])
  useEffect(() => {
    const element = region.current
    if (!element) return
    let seen = ''
    const observer = new ResizeObserver(() => {
      const widths = `${element.clientWidth} ${element.scrollWidth}`
      if (widths !== seen) lookAgain()
      seen = widths
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [region])

  return folding.key === key ? Math.min(folding.count, max) : 0
}
