import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { closeIcon } from '#ui/icons/status'
import type { Toast } from './toast-store.ts'
import { useScrollClearance } from './use-scroll-clearance.ts'

interface NoticeProps {
  toast: Toast | undefined
}

/** The result of a change, shown where it was made; empty before the first one. */
export function InlineToast({ toast: outcome }: NoticeProps) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {outcome && <Banner kind={outcome.kind}>{outcome.message}</Banner>}
    </div>
  )
}

/** Undoes the change. The outcome is the next message. */
function UndoButton({ undo }: { undo: () => Promise<void> }) {
  const [isUndoing, setUndoing] = useState(false)
  return (
    <Button
      look="quiet"
      small
      className="-my-1.5 flex-none"
      busy={isUndoing && 'Undoing...'}
      onClick={async ({ currentTarget }) => {
        setUndoing(true)
        await undo()
        // The button is removed with its message. If the focus has moved on meanwhile, it stays there.
        const { activeElement, body } = document
        if (activeElement === body || activeElement === currentTarget)
          document.getElementById('main')?.focus({ preventScroll: true })
      }}
    >
      Undo
    </Button>
  )
}

/** The result of a change in a section, at the bottom of the screen however far the list is scrolled. Dismissible. */
export function SectionToast({ toast: outcome, className = '' }: NoticeProps & { className?: string }) {
  const [dismissed, setDismissed] = useState<Toast>()
  const place = useRef<HTMLDivElement>(null)
  useScrollClearance(place, outcome)
  const dismiss = () => {
    setDismissed(outcome)
    // The button that had the focus was removed.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div ref={place} aria-live="polite" className={`section-notice ${className}`}>
      {outcome && outcome !== dismissed && (
        <Banner kind={outcome.kind}>
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className={outcome.kind === 'success' ? '' : 'font-medium'}>
                {outcome.message}
                {outcome.link && (
                  <>
                    {' '}
                    <Link to={{ search: outcome.link.to }} onClick={dismiss}>
                      {outcome.link.label}
                    </Link>
                  </>
                )}
              </p>
              {outcome.reason && <p className="text-ink-2">{outcome.reason}</p>}
            </div>
            {outcome.undo && <UndoButton key={outcome.message} undo={outcome.undo} />}
            <button
              type="button"
              className="-my-2 -mr-2 grid size-10 flex-none cursor-pointer place-items-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
              aria-label="Dismiss message"
              onClick={dismiss}
            >
              <Icon path={closeIcon} size={18} />
            </button>
          </div>
        </Banner>
      )}
    </div>
  )
}
