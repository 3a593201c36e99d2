import type { ReactNode } from 'react'
import type { AdminOffering } from '#contract/catalog/admin-series'
import { formatMoney } from '#core/format/format'
import { formatPriceComparison } from '#core/format/price-comparison'
import { offeringStatusLabels } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { formatCountries } from '#shared/calculations/eligible-countries'
import { formatPaymentPeriod, offeringTermLabels } from '#shared/calculations/offering-terms'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'

/** The offering's current state, with its times if it is open. */
function stateOf(
  { stored_state, opens_at }: AdminOffering,
  state: AdminOffering['state'],
): [string, BadgeTone] {
  if (stored_state === 'open' && state === 'closed') {
    return Date.parse(opens_at) > Date.now() ? ['Scheduled', 'info'] : ['Ended', 'warn']
  }
  return [offeringStatusLabels[state], state === 'open' ? 'gain' : state === 'closed' ? 'neutral' : 'warn']
}

interface OfferingTermsProps {
  offering: AdminOffering
  /** The preferred unit value, with which the price of a current offering is compared. */
  unitValue?: string | undefined
  actions?: ReactNode
}

/** An offering with all its terms. */
export function OfferingTerms({ offering, unitValue, actions }: OfferingTermsProps) {
  const compared = formatPriceComparison(offering.unit_price, unitValue)
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
    [offeringTermLabels.minimum, formatMoney(offering.minimum)],
    [offeringTermLabels.maximum, formatMoney(offering.maximum)],
    [offeringTermLabels.cap, formatUnits(offering.cap_units)],
    [offeringTermLabels.left, formatUnits(offering.units_left)],
    [offeringTermLabels.payment, formatPaymentPeriod(payment_days)],
    [offeringTermLabels.opens, <AdminDateTime key="opens" instant={offering.opens_at} />],
    [offeringTermLabels.closes, <AdminDateTime key="closes" instant={offering.closes_at} />],
    [offeringTermLabels.countries, formatCountries(countries)],
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
          The offering period has ended. Close it before adding another, or extend the closing date.
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
