import { useEffect, useRef } from 'react'

interface EscapeGuardProps {
  /** Asked before Escape closes the dialog around this. */
  mayClose: () => boolean
  /** Told that it stayed open. */
  onKept?: () => void
}

/**
 * Keeps Escape from closing the dialog it stands in. Not by the element's own `cancel`, which a browser lets nobody
 * stop twice in a row, and on the document, as a button that is disabled while its work is under way leaves the focus
 * on nothing. An inner dialog answers for itself.
 */
export function EscapeGuard({ mayClose, onKept }: EscapeGuardProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const dialog = place.current?.closest('dialog')
      if (!dialog?.open || event.key !== 'Escape' || event.defaultPrevented || mayClose()) return
      const focused = (event.target as Element).closest('dialog')
      if (focused ? focused !== dialog : dialog.querySelector('dialog[open]')) return
      event.preventDefault()
      onKept?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return <span ref={place} hidden />
}
