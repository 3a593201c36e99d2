import { type Dispatch, type SetStateAction, useEffect } from 'react'

/**
 * Captures keystrokes between opening the palette and its field receiving the focus, because its code may still be
 * loading. `onEscape` is called for Escape.
 */
export function useBufferedInput(
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
