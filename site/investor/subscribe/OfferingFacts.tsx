import { formatCalendarDate, formatMoney } from '#core/format/format'
import { compareWithValue } from '#core/format/price-against-value'
import { punctuate } from '#core/format/reader'
import { sheetPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import type { PublicSeries } from '#core/query/series'
import { printCountries } from '#shared/asset/eligible-countries'
import { offeringTerms, printPayment } from '#shared/asset/series-terms'
import { FactList } from '#site/investor/FactList.tsx'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { Panel } from '#ui/Panel'

interface OfferingFactsProps {
  series: PublicSeries
  offering: NonNullable<PublicSeries['offering']>
}

/** The terms of the offering beside the form. */
export function OfferingFacts({ series, offering }: OfferingFactsProps) {
  const { unit_value } = series.series
  const compared = compareWithValue(offering.unit_price, unit_value?.preferred)
  return (
    <Panel title="The offering" aside={<IllustrativeMark of={series.series} />}>
      <FactList
        facts={[
          [
            'Unit price',
            <span key="price">
              <Figure>{formatMoney(offering.unit_price)}</Figure>
              {compared && <span className="block text-[0.8125rem] text-ink-3">{punctuate(compared)}</span>}
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
          [offeringTerms.minimum, <Figure key="minimum">{formatMoney(offering.minimum)}</Figure>],
          [offeringTerms.maximum, <Figure key="maximum">{formatMoney(offering.maximum)}</Figure>],
          [offeringTerms.left, <Figure key="left">{formatUnits(offering.units_left)}</Figure>],
          [offeringTerms.closes, `${formatCalendarDate(offering.closes_at)} (UTC)`],
          [offeringTerms.payment, printPayment(offering.payment_days)],
          [offeringTerms.countries, printCountries(offering.countries)],
        ]}
      />
      {offering.terms && (
        <details className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
          <summary className="cursor-pointer font-medium">Terms in words</summary>
          <p className="mt-2 whitespace-pre-line text-ink-2 wrap-anywhere">{offering.terms}</p>
        </details>
      )}
      <p className="border-line border-t px-[22px] py-3 text-[0.875rem] max-sm:px-4">
        <a
          className="text-accent-text underline underline-offset-4"
          href={sheetPath(series.token.symbol)}
          target="_blank"
          rel="noopener"
        >
          Read the sheet of {series.token.symbol}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </p>
    </Panel>
  )
}

const Figure = ({ children }: { children: string }) => (
  <span className="num whitespace-nowrap @max-[16rem]:whitespace-normal">{children}</span>
)
