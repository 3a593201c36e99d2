import { type RefObject, useEffect } from 'react'

/** Tells the style sheet how high an element is, in pixels, by a variable on `holder`. */
export function useHeight(
  element: RefObject<HTMLElement | null>,
  holder: RefObject<HTMLElement | null>,
  variable: `--${string}`,
): void {
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    const observer = new ResizeObserver(() =>
      holder.current?.style.setProperty(variable, `${measured.offsetHeight}px`),
    )
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, holder, variable])
}
