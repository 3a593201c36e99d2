import { useEffect, useRef } from 'react'

interface EscapeGuardProps {
  /** Returns whether Escape may close the dialog around this component. */
  mayClose: () => boolean
  /** Called when the dialog stayed open. */
  onKept?: () => void
}

/**
 * Keeps Escape from closing the surrounding dialog. The dialog's own `cancel` event does not serve: browsers do not
 * let it be prevented twice in a row. The listener is on the document, because a button that is disabled while it
 * works leaves the focus on nothing. An inner dialog handles its own Escape.
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
