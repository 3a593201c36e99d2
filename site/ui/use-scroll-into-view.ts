import { type RefObject, useEffect, useRef } from 'react'

/** Centers the current link of a strip that scrolls sideways on narrow screens whenever `current` changes. */
export function useScrollIntoView(current: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that is marked follows from it
  useEffect(() => {
    const frame = strip.current
    const link = frame?.querySelector<HTMLElement>('[aria-current="page"]')
    if (frame && link) frame.scrollLeft = link.offsetLeft - (frame.clientWidth - link.offsetWidth) / 2
  }, [current])
  return strip
}
