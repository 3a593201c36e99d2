import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useRoom } from '#site/admin/toast/use-room.ts'
import { Banner } from '#ui/Banner'
import { Icon } from '#ui/Icon'
import { closeIcon } from '#ui/icons/signs'
import { $proposed, approvalLocation } from './waiting.ts'

/** Milliseconds that the message is shown: long enough to follow its link. */
const SHOWN_MS = 15_000

/** Says that the last write waits for a second administrator, at the foot of the screen. */
export function ProposalNotice() {
  const id = useStore($proposed)
  const place = useRef<HTMLDivElement>(null)
  useRoom(place, id)
  const dismiss = () => {
    $proposed.set(undefined)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => $proposed.set(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div ref={place} aria-live="polite" className="section-notice px-6 max-sm:px-4">
      {id !== undefined && (
        <Banner kind="success">
          <div className="flex items-start gap-3">
            <p className="min-w-0 flex-1 wrap-anywhere">
              This waits for a second administrator. Nothing has changed yet.{' '}
              <Link to={approvalLocation(id)} onClick={() => $proposed.set(undefined)}>
                See the proposal
              </Link>
            </p>
            <button
              type="button"
              className="-my-2 -mr-2 grid size-10 flex-none cursor-pointer place-items-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
              aria-label="Dismiss message"
              onClick={dismiss}
            >
              <Icon of={closeIcon} size={18} />
            </button>
          </div>
        </Banner>
      )}
    </div>
  )
}
