import { useEffect, useRef, useState } from 'react'

/** Milliseconds without a key press after which the typed text is used. */
const PAUSE_MS = 300

/**
 * Text that is used once typing pauses. `commit` receives it, and whether it replaces the history entry created by the
 * same typing, so that Back leads to before the search rather than through it.
 */
export function useDebouncedText(value: string, commit: (text: string, replace: boolean) => void) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const committed = useRef(value)
  const isTyping = useRef(false)

  // The URL has changed from outside: Back, Forward or filters cleared.
  useEffect(() => {
    if (value === committed.current) return
    committed.current = value
    isTyping.current = false
    clearTimeout(timer.current)
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const use = (wanted: string) => {
    clearTimeout(timer.current)
    const clean = wanted.trim()
    if (clean === committed.current) return
    committed.current = clean
    commit(clean, isTyping.current)
    isTyping.current = true
  }
  return {
    text,
    type: (typed: string) => {
      setText(typed)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => use(typed), PAUSE_MS)
    },
    /** On Enter, or when the field loses the focus. */
    settle: () => {
      use(text)
      isTyping.current = false
    },
  }
}
