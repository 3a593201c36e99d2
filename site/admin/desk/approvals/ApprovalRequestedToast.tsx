import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { $lastApprovalRequestId, getApprovalLocation } from '#site/admin/kit/approvals/pending-approvals.ts'
import { useScrollClearance } from '#site/admin/kit/toasts/use-scroll-clearance.ts'
import { Banner } from '#ui/Banner'
import { Icon } from '#ui/Icon'
import { closeIcon } from '#ui/icons/status'

/** Milliseconds for which the message is shown: long enough to follow its link. */
const SHOWN_MS = 15_000

/** Announces at the bottom of the screen that the last write awaits a second administrator's approval. */
export function ApprovalRequestedToast() {
  const id = useStore($lastApprovalRequestId)
  const place = useRef<HTMLDivElement>(null)
  useScrollClearance(place, id)
  const dismiss = () => {
    $lastApprovalRequestId.set(undefined)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => $lastApprovalRequestId.set(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div ref={place} aria-live="polite" className="section-notice px-6 max-sm:px-4">
      {id !== undefined && (
        <Banner kind="success">
          <div className="flex items-start gap-3">
            <p className="min-w-0 flex-1 wrap-anywhere">
              Submitted for approval by a second administrator. No changes have been made yet.{' '}
              <Link to={getApprovalLocation(id)} onClick={() => $lastApprovalRequestId.set(undefined)}>
                View request
              </Link>
            </p>
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
