import { type RefObject, useLayoutEffect } from 'react'

/** Space in pixels below a section's content that may be covered. */
const MARGIN = 64

/**
 * Scrolls further if a message at the bottom would cover the end of the content, such as the last row of a list.
 * `shown` is a new value for each message; undefined if there is none.
 */
export function useScrollClearance(place: RefObject<HTMLElement | null>, shown: unknown): void {
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
