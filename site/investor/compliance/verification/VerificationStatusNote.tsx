import { Link } from 'react-router'
import type { Verification } from '#contract/compliance/verification'
import { formatCalendarDate } from '#core/format/format'

interface Words {
  title: string
  text: string
  tone?: 'gain' | 'warn' | 'loss'
  /** A way to contact the team. */
  isSupport?: boolean
}

function wordsOf({
  state,
  by_hand,
  verified_until,
  can_edit,
  reason,
  items,
}: Verification): Words | undefined {
  const until = verified_until && formatCalendarDate(verified_until)
  switch (state) {
    case 'submitted':
    case 'in_review':
      return {
        title: state === 'submitted' ? 'Submitted' : 'In review',
        text: 'The compliance team is reviewing your answers and will notify you of each decision. Your answers are locked in the meantime.',
      }
    case 'needs_more': {
      const asked = items.filter((item) => item.state === 'needs_more')
      return {
        title: 'More information needed',
        text: `${asked.map(({ label }) => label).join(', ')}: see the reason shown with each item. Update it and submit again. Accepted items remain accepted unless you change them.`,
        tone: 'warn',
      }
    }
    case 'verified':
      if (by_hand) {
        return {
          title: 'Verified',
          text: 'Your identity has been verified. No action is needed.',
          tone: 'gain',
        }
      }
      return {
        title: until ? `Verified until ${until}` : 'Verified',
        text: can_edit
          ? 'Your verification expires soon. Review and update your answers, then resubmit. You remain verified in the meantime.'
          : 'No action is needed. We will remind you 60 days before it expires.',
        tone: 'gain',
      }
    case 'refused':
      return { title: 'Verification not approved', text: reason, tone: 'loss', isSupport: true }
    case 'expired':
      return {
        title: until ? `Expired on ${until}` : 'Expired',
        text: 'Your holdings are unaffected. To subscribe again, review your answers, upload current documents and resubmit.',
        tone: 'warn',
      }
    default:
      return undefined
  }
}

const borders = { gain: 'border-gain', warn: 'border-warn', loss: 'border-loss' }

/** The verification's state in plain words; nothing while the form is completed for the first time. */
export function VerificationStatusNote({ verification }: { verification: Verification }) {
  const words = wordsOf(verification)
  if (!words) return null
  const { title, text, tone, isSupport } = words
  return (
    <section
      aria-label="Verification status"
      className={`panel border-l-[3px] px-[22px] py-4 max-sm:px-4 ${tone ? borders[tone] : 'border-line-strong'}`}
    >
      <h2 className="text-[1.1875rem]">{title}</h2>
      <p className="mt-1 max-w-[70ch] whitespace-pre-line text-ink-2 wrap-anywhere">{text}</p>
      {isSupport && (
        <p className="mt-3">
          <Link className="button button-quiet button-small" to="/access/support">
            Contact Support
          </Link>
        </p>
      )}
    </section>
  )
}
