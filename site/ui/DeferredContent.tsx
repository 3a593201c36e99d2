import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'

/**
 * Renders its children after the surrounding frame is painted, so that an opened dialog responds immediately however
 * large its content. The first field marked `data-autofocus` then gets the focus, unless it has moved from the title.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const isShown = useDeferredValue(true, false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = place.current?.closest('.dialog')
    if (!isShown || !dialog) return
    const moveFromTitle = () => {
      if (document.activeElement?.matches('.dialog h2'))
        place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (dialog.contains(document.activeElement)) return moveFromTitle()
    // The dialog has chosen its title and focuses it after this.
    dialog.addEventListener('focusin', moveFromTitle, { once: true })
    return () => dialog.removeEventListener('focusin', moveFromTitle)
  }, [isShown])
  return (
    <div ref={place} className="flex flex-1 flex-col">
      {isShown && children}
    </div>
  )
}
