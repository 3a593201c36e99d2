import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the pointer rests on an element. A mouse is on it until it moves away; a finger is on what it touched last.
 * While a modal dialog is open the answer stays as it was: the dialog was opened from there, and the next press may
 * land at the same place once it has closed.
 */
export function usePointerOver(area: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    let mouse: { x: number; y: number } | undefined
    const look = (target: EventTarget | null) => {
      if (!document.querySelector('dialog:modal'))
        setOver(target instanceof Node && area.current?.contains(target) === true)
    }
    const follow = ({ target, pointerType, clientX, clientY }: PointerEvent) => {
      mouse = pointerType === 'mouse' ? { x: clientX, y: clientY } : undefined
      look(target)
    }
    const leave = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') look(null)
    }
    // What lies under the mouse once the dialog is gone; a finger was last on the dialog's button.
    const uncover = () => look(mouse ? document.elementFromPoint(mouse.x, mouse.y) : null)
    const moves = ['pointerover', 'pointermove', 'pointerdown'] as const
    for (const name of moves) document.addEventListener(name, follow, { capture: true, passive: true })
    document.addEventListener('close', uncover, true)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      for (const name of moves) document.removeEventListener(name, follow, true)
      document.removeEventListener('close', uncover, true)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [area])
  return isOver
}
