import { Link } from 'react-router'
import type { Subscription } from '#contract/holdings/subscriptions'
import { formatMoney } from '#core/format/format'
import { getHoldingPath, getSeriesPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import { calculatePurchase } from '#shared/calculations/subscription-units'
import { DescriptionList } from '#site/investor/kit/DescriptionList.tsx'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { CopyButton } from '#ui/CopyButton'
import { Panel } from '#ui/Panel'
import { ReferenceNumber } from '#ui/ReferenceNumber'

/** A subscription's figures as of its submission. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { reference, symbol, amount, unit_price, units, state } = subscription
  const { rest } = calculatePurchase(amount, unit_price)
  return (
    <Panel
      title="Details"
      note="Price and units are fixed at submission."
      aside={<IllustrativeBadge series={subscription} />}
    >
      <DescriptionList
        facts={[
          [
            'Reference',
            <span key="reference" className="num inline-flex items-center gap-1">
              <ReferenceNumber reference={reference} /> <CopyButton text={reference} name="the reference" />
            </span>,
          ],
          [
            'Series',
            <a key="series" className="num underline underline-offset-4" href={getSeriesPath(symbol)}>
              {symbol}
            </a>,
          ],
          ['Amount', <Figure key="amount">{formatMoney(amount)}</Figure>],
          ['Unit price', <Figure key="price">{formatMoney(unit_price)}</Figure>],
          ['Units', <Figure key="units">{formatUnits(units)}</Figure>],
          ['Rounding remainder', <Figure key="rest">{formatMoney(rest)}</Figure>],
        ]}
      />
      {state === 'allotted' && (
        <p className="border-line border-t px-[22px] py-4 text-[0.875rem] max-sm:px-4">
          <Link className="text-accent-text underline underline-offset-4" to={getHoldingPath(symbol)}>
            View {symbol} holding
          </Link>
        </p>
      )}
    </Panel>
  )
}

const Figure = ({ children }: { children: string }) => <span className="num">{children}</span>
