import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'

/**
 * Renders its children after the frame around them is on screen: an opened dialog answers the press at once, however
 * much is in it. Then the first field marked `data-autofocus` gets the focus, if the title still has it.
 */
export function Deferred({ children }: { children: ReactNode }) {
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
    // The dialog has chosen its title, and focuses it after this.
    dialog.addEventListener('focusin', moveFromTitle, { once: true })
    return () => dialog.removeEventListener('focusin', moveFromTitle)
  }, [isShown])
  return (
    <div ref={place} className="flex flex-1 flex-col">
      {isShown && children}
    </div>
  )
}
