import { type RefObject, useLayoutEffect } from 'react'

/** Space below the content of a section, in pixels, that may be covered. */
const MARGIN = 64

/**
 * Scrolls on where a message at the foot of the screen would cover the end of what is above it, such as the last row of
 * a list. `shown` is a new value for each message, and undefined without one.
 */
export function useRoom(place: RefObject<HTMLElement | null>, shown: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message
  useLayoutEffect(() => {
    const message = place.current?.firstElementChild
    const content = place.current?.previousElementSibling
    if (!shown || !message || !content) return
    const end = content.getBoundingClientRect().bottom
    const covered = end - message.getBoundingClientRect().top
    if (covered > 0 && end <= innerHeight + MARGIN) scrollBy(0, covered + MARGIN)
  }, [shown])
}
