import { useStore } from '@nanostores/react'
import type { ReviewedEvidenceFile, VerificationReview } from '#contract/compliance/admin-verifications'
import { $may } from '#core/session/admin-session'
import { canReview } from '#shared/enums/verifications'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Button } from '#ui/Button'
import { SubmittedAnswers } from './SubmittedAnswers.tsx'

type Item = VerificationReview['items'][number]

const states: Record<Item['state'], { label: string; tone: BadgeTone }> = {
  missing: { label: 'Missing', tone: 'neutral' },
  complete: { label: 'To review', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'gain' },
  needs_more: { label: 'More information needed', tone: 'info' },
}

interface ItemReviewProps {
  item: Item
  review: VerificationReview
  /** Id of the displayed file. */
  shown: number | undefined
  running: string
  onShow: (id: number) => void
  onAccept: () => void
  onAsk: () => void
}

/** The name of a file; the investor may have removed it since. */
const nameOf = ({ id, name, replaced_at }: ReviewedEvidenceFile): string =>
  `${name || `File ${id}`}${replaced_at === null ? '' : ' (replaced)'}`

/** The answers to one item, its files, and the decision about it. */
export function ItemReview({ item, review, shown, running, onShow, onAccept, onAsk }: ItemReviewProps) {
  const may = useStore($may)('verify')
  const { id, label, state, reason, gaps } = item
  const files = review.files.filter((file) => file.item === id)
  return (
    <section aria-label={label} className="grid grid-cols-1 gap-3 rounded border border-line p-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-[0.9375rem] font-medium">{label}</h3>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </header>
      <SubmittedAnswers item={id} review={review} />
      {reason && (
        <p className="text-[0.875rem] whitespace-pre-line text-ink-2 wrap-anywhere">
          More information requested: {reason}
        </p>
      )}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={`Files: ${label}`}>
          {files.map((file) => (
            <li key={file.id} className="max-w-full">
              {may ? (
                <Button
                  look="quiet"
                  small
                  className="max-w-full"
                  aria-pressed={shown === file.id}
                  onClick={() => onShow(file.id)}
                >
                  <span className="truncate">{nameOf(file)}</span>
                </Button>
              ) : (
                <span className="text-[0.875rem] text-ink-2 wrap-anywhere">{nameOf(file)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {gaps.length > 0 && (
        <p className="text-[0.875rem] text-warn wrap-anywhere">
          Incomplete: {gaps.map(({ message }) => message).join('. ')}.
          {canReview(review.state) && ' Request more information.'}
        </p>
      )}
      {may && canReview(review.state) && (
        <div className="flex flex-wrap gap-2.5">
          {state !== 'accepted' && gaps.length === 0 && (
            <Button
              small
              aria-label={`Accept ${label}`}
              busy={running === id && 'Accepting...'}
              onClick={onAccept}
            >
              Accept
            </Button>
          )}
          <Button
            look="quiet"
            small
            aria-haspopup="dialog"
            aria-label={`Request more information on ${label}`}
            onClick={onAsk}
          >
            Request more information
          </Button>
        </div>
      )}
    </section>
  )
}
