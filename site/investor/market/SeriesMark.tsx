import { metalsOf, type Series, type SeriesDrivers } from '#core/market/series-drivers'
import { metals } from '#shared/metals'

/** Series that are named; further ones are counted. */
const NAMED = 3

const describe = ({ name, symbol }: Series) => (name === symbol ? symbol : `${name} (${symbol})`)
const noteClass = 'border-line border-t px-[22px] py-3 text-[0.8125rem] text-ink-2 wrap-anywhere max-sm:px-4'
const joined = new Intl.ListFormat('en-US')

/** Marks an asset on whose price a series of the investor depends. */
export function OwnBadge() {
  return (
    <span className="rounded-[2px] border border-line-strong px-1.5 py-px text-[0.75rem] leading-tight whitespace-nowrap text-ink-2">
      Your series
    </span>
  )
}

/** The same, with the tokens of the series. Empty without any. */
export function SeriesMark({ series }: { series: readonly Series[] | undefined }) {
  if (!series?.length) return null
  const more = series.length - NAMED
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-2 text-[0.75rem]">
      <OwnBadge />
      <span className="num min-w-0 text-ink-3 wrap-anywhere" title={joined.format(series.map(describe))}>
        {series
          .slice(0, NAMED)
          .map(({ symbol }) => symbol)
          .join(', ')}
        {more > 0 && ` +${more}`}
      </span>
    </span>
  )
}

/** What the cards of the metals do not say of the investor's series. */
export const SeriesNotes = ({ drivers }: { drivers: SeriesDrivers | undefined }) =>
  drivers && (
    <>
      <SharedSeries drivers={drivers} />
      <UnpricedSeries drivers={drivers} />
    </>
  )

/** Names the series that depend on several metals, whose units are shown under each. Empty when there are none. */
function SharedSeries({ drivers }: { drivers: SeriesDrivers }) {
  const all = new Set([...drivers.byMetal.values()].flat().map(({ symbol }) => symbol))
  const shared = [...all]
    .map((symbol) => ({ symbol, of: metalsOf(drivers, symbol) }))
    .filter(({ of }) => of.length > 1)
  if (shared.length === 0) return null
  const nameOf = (of: string) => metals.find(({ symbol }) => symbol === of)?.name.toLowerCase() ?? of
  return (
    <p className={noteClass}>
      {shared
        .slice(0, NAMED)
        .map(
          ({ symbol, of }) =>
            `Of the metals priced here, ${symbol} depends mainly on ${joined.format(of.map(nameOf))}: the value of its units is shown under each, and counts once.`,
        )
        .join(' ')}
    </p>
  )
}

/** Names the series of the investor for whose mineral no price is shown. Empty when there are none. */
export function UnpricedSeries({ drivers: { unpriced } }: { drivers: SeriesDrivers }) {
  if (unpriced.length === 0) return null
  const more = unpriced.length - 2 * NAMED
  const names = unpriced.slice(0, 2 * NAMED).map(describe)
  return (
    <p className={noteClass}>
      There is no public price here for the {unpriced.length === 1 ? 'mineral' : 'minerals'} of your series:{' '}
      {joined.format(more > 0 ? [...names, `${more} more`] : names)}.
    </p>
  )
}
