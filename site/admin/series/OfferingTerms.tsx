import type { ReactNode } from 'react'
import type { AdminOffering } from '#contract/admin-series'
import { formatMoney } from '#core/format/format'
import { compareWithValue } from '#core/format/price-against-value'
import { offeringStateNames } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { printCountries } from '#shared/asset/eligible-countries'
import { offeringTerms, printPayment } from '#shared/asset/series-terms'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'

/** What an offering is now: an open one has its times. */
function stateOf(
  { stored_state, opens_at }: AdminOffering,
  state: AdminOffering['state'],
): [string, BadgeTone] {
  if (stored_state === 'open' && state === 'closed') {
    return Date.parse(opens_at) > Date.now() ? ['Opens later', 'info'] : ['Ended', 'warn']
  }
  return [offeringStateNames[state], state === 'open' ? 'gain' : state === 'closed' ? 'neutral' : 'warn']
}

interface OfferingTermsProps {
  of: AdminOffering
  /** The preferred value of a unit, which the price of a current offering is compared with. */
  unitValue?: string | undefined
  actions?: ReactNode
}

/** An offering with all of its terms. */
export function OfferingTerms({ of: offering, unitValue, actions }: OfferingTermsProps) {
  const compared = compareWithValue(offering.unit_price, unitValue)
  const [word, tone] = stateOf(offering, offering.state)
  const { countries, payment_days } = offering
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      'Unit price',
      <span key="price">
        {formatMoney(offering.unit_price)}
        {compared && <span className="block text-[0.8125rem] text-ink-3">{compared}</span>}
      </span>,
    ],
    [offeringTerms.minimum, formatMoney(offering.minimum)],
    [offeringTerms.maximum, formatMoney(offering.maximum)],
    [offeringTerms.cap, formatUnits(offering.cap_units)],
    [offeringTerms.left, formatUnits(offering.units_left)],
    [offeringTerms.payment, printPayment(payment_days)],
    [offeringTerms.opens, <Moment key="opens" instant={offering.opens_at} />],
    [offeringTerms.closes, <Moment key="closes" instant={offering.closes_at} />],
    [offeringTerms.countries, printCountries(countries)],
  ]
  return (
    <article
      aria-label={`Offering ${offering.id}`}
      className="border-line p-[22px] not-first:border-t max-sm:p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-3">
          <Badge tone={tone}>{word}</Badge>
          <span className="num text-[0.8125rem] text-ink-3">Offering {offering.id}</span>
        </p>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {word === 'Ended' && (
        <p className="mt-3 text-[0.9375rem] text-ink-2">
          Its last day has passed. Close it before you add another one, or set a later end.
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-[0.9375rem] lg:grid-cols-3">
        {rows.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-[0.8125rem] text-ink-3">{label}</dt>
            <dd className="num text-[0.875rem] wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {offering.terms && (
        <p className="mt-4 max-w-[75ch] text-[0.9375rem] whitespace-pre-wrap text-ink-2 wrap-anywhere">
          {offering.terms}
        </p>
      )}
    </article>
  )
}
