import { Link } from 'react-router'
import type { Subscription } from '#contract/subscriptions'
import { formatMoney } from '#core/format/format'
import { holdingPath, sheetPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import { purchaseOf } from '#shared/asset/subscription'
import { FactList } from '#site/investor/FactList.tsx'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { CopyButton } from '#ui/CopyButton'
import { Panel } from '#ui/Panel'
import { Reference } from '#ui/Reference'

/** The figures of a subscription, as they were at its submission. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { reference, symbol, amount, unit_price, units, state } = subscription
  const { rest } = purchaseOf(amount, unit_price)
  return (
    <Panel
      title="Figures"
      note="Price and units are those of the moment of submission."
      aside={<IllustrativeMark of={subscription} />}
    >
      <FactList
        facts={[
          [
            'Reference',
            <span key="reference" className="num inline-flex items-center gap-1">
              <Reference of={reference} /> <CopyButton text={reference} of="the reference" />
            </span>,
          ],
          [
            'Series',
            <a key="series" className="num underline underline-offset-4" href={sheetPath(symbol)}>
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
          <Link className="text-accent-text underline underline-offset-4" to={holdingPath(symbol)}>
            See your holding of {symbol}
          </Link>
        </p>
      )}
    </Panel>
  )
}

const Figure = ({ children }: { children: string }) => <span className="num">{children}</span>
