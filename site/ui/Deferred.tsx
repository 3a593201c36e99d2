import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'

/**
 * Renders its children after the frame around them is on screen: an opened dialog answers the press at once, however
 * much is in it. Then the first field marked `data-autofocus` gets the focus, if the title still has it.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isShown = useDeferredValue(true, false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (isShown && focused?.matches('.dialog h2') && focused.closest('.dialog')?.contains(place.current))
      place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isShown])
  return (
    <div ref={place} className="flex flex-1 flex-col">
      {isShown && children}
    </div>
  )
}
