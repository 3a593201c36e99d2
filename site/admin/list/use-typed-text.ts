import { useEffect, useRef, useState } from 'react'

/** Milliseconds without a key after which what was typed is asked for. */
const PAUSE_MS = 300

/**
 * A text that is used once its writer pauses. `commit` gets it, and whether it writes over what the same
 * typing has put into the address before, so that Back leads to before the search and not through it.
 */
export function useTypedText(value: string, commit: (text: string, replace: boolean) => void) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const committed = useRef(value)
  const isTyping = useRef(false)

  // The address has changed by itself: Back, Forward, filters cleared.
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
    /** Enter, or the field is left. */
    settle: () => {
      use(text)
      isTyping.current = false
    },
  }
}
