import { Link } from 'react-router'
import type { Verification } from '#contract/verification'
import { formatCalendarDate } from '#core/format/format'

interface Words {
  title: string
  text: string
  tone?: 'gain' | 'warn' | 'loss'
  /** A way to write to the team. */
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
        text: 'The compliance team checks your answers. You get a notification with each decision; until then nothing can be changed.',
      }
    case 'needs_more': {
      const asked = items.filter((item) => item.state === 'needs_more')
      return {
        title: 'Something is asked for again',
        text: `${asked.map(({ label }) => label).join(', ')}: the reason stands at each item. Change it, then submit again. What was accepted stays accepted, unless you change it.`,
        tone: 'warn',
      }
    }
    case 'verified':
      if (by_hand) {
        return {
          title: 'Verified',
          text: 'The team has verified you. Nothing is left to do here.',
          tone: 'gain',
        }
      }
      return {
        title: until ? `Verified until ${until}` : 'Verified',
        text: can_edit
          ? 'It ends soon. Go through your answers, change what is different now, and submit them again: you stay verified meanwhile.'
          : 'Nothing is left to do. We remind you 60 days before it ends.',
        tone: 'gain',
      }
    case 'refused':
      return { title: 'Refused', text: reason, tone: 'loss', isSupport: true }
    case 'expired':
      return {
        title: until ? `Ended on ${until}` : 'Ended',
        text: 'Your holdings stay. To subscribe again, go through your answers, renew the documents and submit.',
        tone: 'warn',
      }
    default:
      return undefined
  }
}

const borders = { gain: 'border-gain', warn: 'border-warn', loss: 'border-loss' }

/** The state of the verification in plain words; nothing while the form is filled in for the first time. */
export function StateNote({ verification }: { verification: Verification }) {
  const words = wordsOf(verification)
  if (!words) return null
  const { title, text, tone, isSupport } = words
  return (
    <section
      aria-label="State"
      className={`panel border-l-[3px] px-[22px] py-4 max-sm:px-4 ${tone ? borders[tone] : 'border-line-strong'}`}
    >
      <h2 className="text-[1.1875rem]">{title}</h2>
      <p className="mt-1 max-w-[70ch] whitespace-pre-line text-ink-2 wrap-anywhere">{text}</p>
      {isSupport && (
        <p className="mt-3">
          <Link className="button button-quiet button-small" to="/access/support">
            Write to Support
          </Link>
        </p>
      )}
    </section>
  )
}
