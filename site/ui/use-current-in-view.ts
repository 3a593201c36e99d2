import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a strip of links that scrolls sideways on a narrow screen: puts the current one into the middle whenever
 * `current` changes.
 */
export function useCurrentInView(current: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that is marked follows from it
  useEffect(() => {
    const frame = strip.current
    const link = frame?.querySelector<HTMLElement>('[aria-current="page"]')
    if (frame && link) frame.scrollLeft = link.offsetLeft - (frame.clientWidth - link.offsetWidth) / 2
  }, [current])
  return strip
}
