import { type RefObject, useEffect } from 'react'

/** Sets a CSS variable on `holder` to the height of an element, in pixels. */
export function useHeightVariable(
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
