import { useStore } from '@nanostores/react'
import { twoPairsPermissions } from '#contract/two-pairs'
import { $restingFor } from './waiting.ts'

const names: Record<(typeof twoPairsPermissions)[number], string> = {
  money: 'transactions, portfolios and units',
  verify_by_hand: 'verification by hand',
  verify: 'the list of the screening and whom it names',
  administer: 'settings and administrators, and deleting accounts with money',
}

const all = twoPairsPermissions.length
const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says what the rule of two rests for, to those whom it would hold. */
export function RestingStrip() {
  const resting = useStore($restingFor)
  if (resting.length === 0) return null
  return (
    <section aria-label="Two pairs of eyes" className="mx-auto w-full max-w-[1240px] px-6 pt-4 max-sm:px-4">
      {/* As wide as the panels below: a bar over the full width would end before the room of the scrollbar. */}
      <details className="group rounded border border-line bg-sunken text-[0.875rem] leading-snug text-ink-2">
        <summary className="flex cursor-pointer items-baseline gap-x-4 px-4 py-2">
          <span className="min-w-0 flex-1">
            The rule of two pairs of eyes rests{resting.length < all && ' in part'}.
            <span className="max-md:hidden">
              {' '}
              {resting.length < all
                ? 'Some changes have no second administrator yet.'
                : 'There is no second administrator yet.'}
            </span>
          </span>
          <span className="flex-none underline underline-offset-2 group-open:hidden">For what</span>
          <span className="hidden flex-none underline underline-offset-2 group-open:inline">Close</span>
        </summary>
        <p className="px-4 pb-2.5">
          Until a second administrator exists who could approve, the rule rests for{' '}
          {list.format(resting.map((permission) => names[permission]))}.
        </p>
      </details>
    </section>
  )
}
