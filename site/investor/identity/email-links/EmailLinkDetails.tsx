/** Shown before the button on an email link page: addresses, the event the email was about, and what will happen. */
import type { ReactNode } from 'react'
import type { EmailLinkStatus } from '#contract/identity/accounts'
import { formatFullDateTime } from '#core/format/full-date-time'

type Fact = readonly [name: string, value: ReactNode]

/** What the email reported: what was done, when, with what and where. Links from before this was stored have none. */
const factsOf = (event: EmailLinkStatus['event']): Fact[] =>
  event
    ? [
        ['What happened', event.what],
        ['When', formatFullDateTime(event.at)],
        ['Device', event.device || 'Unknown device'],
        ['Location', event.place || 'Unknown location'],
      ]
    : []

interface LinkFactsProps {
  facts?: readonly Fact[]
  event?: EmailLinkStatus['event']
  /** Everything that will happen. */
  effects?: readonly string[]
}

/** Framed facts, and below them a list of what the button does. */
export function EmailLinkDetails({ facts = [], event = null, effects = [] }: LinkFactsProps) {
  const all = [...facts, ...factsOf(event)]
  return (
    <>
      {all.length > 0 && (
        <dl className="divide-y divide-line rounded border border-line text-[0.9375rem]">
          {all.map(([name, value]) => (
            <div key={name} className="gap-x-4 px-4 py-2.5 sm:grid sm:grid-cols-[9.5rem_minmax(0,1fr)]">
              <dt className="text-ink-2 max-sm:text-[0.8125rem]">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {effects.length > 0 && (
        <div>
          <h2 className="text-[1rem] font-medium">What happens next</h2>
          <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-[0.9375rem] text-ink-2 wrap-anywhere marker:text-ink-3">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
