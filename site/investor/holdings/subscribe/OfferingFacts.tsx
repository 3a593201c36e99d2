import { formatCalendarDate, formatMoney } from '#core/format/format'
import { formatPriceComparison } from '#core/format/price-comparison'
import { applyReaderSeparators } from '#core/format/reader-format'
import { getSeriesPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import type { PublicSeries } from '#core/query/catalog/series'
import { formatCountries } from '#shared/calculations/eligible-countries'
import { formatPaymentPeriod, offeringTermLabels } from '#shared/calculations/offering-terms'
import { DescriptionList } from '#site/investor/kit/DescriptionList.tsx'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { Panel } from '#ui/Panel'

interface OfferingFactsProps {
  series: PublicSeries
  offering: NonNullable<PublicSeries['offering']>
}

/** The terms of the offering beside the form. */
export function OfferingFacts({ series, offering }: OfferingFactsProps) {
  const { unit_value } = series.series
  const compared = formatPriceComparison(offering.unit_price, unit_value?.preferred)
  return (
    <Panel title="Offering" aside={<IllustrativeBadge series={series.series} />}>
      <DescriptionList
        facts={[
          [
            'Unit price',
            <span key="price">
              <Figure>{formatMoney(offering.unit_price)}</Figure>
              {compared && (
                <span className="block text-[0.8125rem] text-ink-3">{applyReaderSeparators(compared)}</span>
              )}
            </span>,
          ],
          ...(unit_value
            ? [
                [
                  'Unit value',
                  <span key="value">
                    <Figure>{formatMoney(unit_value.preferred)}</Figure>
                    <span className="block text-[0.8125rem] text-ink-3">
                      {formatCalendarDate(unit_value.as_of)}
                    </span>
                  </span>,
                ] as const,
              ]
            : []),
          [offeringTermLabels.minimum, <Figure key="minimum">{formatMoney(offering.minimum)}</Figure>],
          [offeringTermLabels.maximum, <Figure key="maximum">{formatMoney(offering.maximum)}</Figure>],
          [offeringTermLabels.left, <Figure key="left">{formatUnits(offering.units_left)}</Figure>],
          [offeringTermLabels.closes, `${formatCalendarDate(offering.closes_at)} (UTC)`],
          [offeringTermLabels.payment, formatPaymentPeriod(offering.payment_days)],
          [offeringTermLabels.countries, formatCountries(offering.countries)],
        ]}
      />
      {offering.terms && (
        <details className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
          <summary className="cursor-pointer font-medium">Full terms</summary>
          <p className="mt-2 whitespace-pre-line text-ink-2 wrap-anywhere">{offering.terms}</p>
        </details>
      )}
      <p className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
        <a
          className="text-accent-text underline underline-offset-4"
          href={getSeriesPath(series.token.symbol)}
          target="_blank"
          rel="noopener"
        >
          View {series.token.symbol} details
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </p>
    </Panel>
  )
}

const Figure = ({ children }: { children: string }) => (
  <span className="num whitespace-nowrap @max-[16rem]:whitespace-normal">{children}</span>
)
