import { useEffect, useRef, useState } from 'react'
import { Banner } from '#ui/Banner'

/** A message of success that clears by itself: `const { notice, tell } = useNotice(5000)`, `<Notice text={notice} />`. */
export function useNotice(milliseconds: number) {
  const [notice, setNotice] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    notice,
    tell: (text: string) => {
      clearTimeout(timer.current)
      setNotice(text)
      timer.current = setTimeout(() => setNotice(''), milliseconds)
    },
  }
}

/** Where such a message stands; nothing without one. */
export function Notice({ text }: { text: string }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {text && <Banner kind="success">{text}</Banner>}
    </div>
  )
}
