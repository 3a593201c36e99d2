import { countOf, formatCalendarDate, formatMoney } from '#core/format/format'
import { sheetPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import type { PublicSeries } from '#core/query/series'
import { FactList } from '#site/investor/FactList.tsx'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { Panel } from '#ui/Panel'
import { countriesOf } from './offering.ts'

interface OfferingFactsProps {
  series: PublicSeries
  offering: NonNullable<PublicSeries['offering']>
}

/** The terms of the offering beside the form. */
export function OfferingFacts({ series, offering }: OfferingFactsProps) {
  const { unit_value } = series.series
  const countries = countriesOf(offering)
  return (
    <Panel title="The offering" aside={<IllustrativeMark of={series.series} />}>
      <FactList
        facts={[
          ['Unit price', <Figure key="price">{formatMoney(offering.unit_price)}</Figure>],
          ...(unit_value
            ? [
                [
                  `Unit value, ${formatCalendarDate(unit_value.as_of)}`,
                  <Figure key="value">{formatMoney(unit_value.preferred)}</Figure>,
                ] as const,
              ]
            : []),
          ['Minimum', <Figure key="minimum">{formatMoney(offering.minimum)}</Figure>],
          ['Units left', <Figure key="left">{formatUnits(offering.units_left)}</Figure>],
          ['Open until', `${formatCalendarDate(offering.closes_at)} (UTC)`],
          ['To be paid within', `${countOf(offering.payment_days, 'day')} of approval`],
          ['Open to', countries ?? 'Investors of all countries'],
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
  <span className="num whitespace-nowrap">{children}</span>
)
