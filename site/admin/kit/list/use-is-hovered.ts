import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the pointer is on an element. A mouse is on it until it moves away; a finger is on what it touched last.
 * While a modal dialog is open the value does not change, because the dialog concerns something on the element. When it
 * closes, the value is false until the pointer moves again, so that the result can be shown immediately.
 */
export function useIsHovered(area: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const follow = ({ target }: PointerEvent) => {
      if (!document.querySelector('dialog:modal'))
        setOver(target instanceof Node && area.current?.contains(target) === true)
    }
    const release = () => setOver(false)
    const leave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && release()
    const moves = ['pointermove', 'pointerdown'] as const
    for (const name of moves) document.addEventListener(name, follow, { capture: true, passive: true })
    document.addEventListener('close', release, true)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      for (const name of moves) document.removeEventListener(name, follow, true)
      document.removeEventListener('close', release, true)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [area])
  return isOver
}
