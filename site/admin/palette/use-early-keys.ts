import { type Dispatch, type SetStateAction, useEffect } from 'react'

/**
 * Keeps what is typed after the palette was asked for and before its field has the focus: its code may still be on its
 * way. `onEscape` is called for the key that gives up.
 */
export function useEarlyKeys(
  isOpen: boolean,
  setText: Dispatch<SetStateAction<string>>,
  onEscape: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing matter
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event
      if (document.activeElement?.closest('[role="dialog"]') || ctrlKey || metaKey || altKey || isComposing)
        return
      if (key === 'Escape') onEscape()
      else if (key === 'Backspace') setText((typed) => typed.slice(0, -1))
      else if ([...key].length === 1) setText((typed) => typed + key)
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [isOpen])
}
