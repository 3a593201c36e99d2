import { listSeriesMetals, type PriceDrivers, type Series } from '#core/market/series-price-drivers'
import { metals } from '#shared/metal-assets'

/** Maximum number of series named; further ones are counted. */
const NAMED = 3

const describe = ({ name, symbol }: Series) => (name === symbol ? symbol : `${name} (${symbol})`)
const noteClass = 'border-line border-t px-[22px] py-3 text-[0.8125rem] text-ink-2 wrap-anywhere max-sm:px-4'
const joined = new Intl.ListFormat('en-US')

/** Marks an asset whose price one of the investor's series depends on. */
export function HeldBadge() {
  return (
    <span className="rounded-[2px] border border-line-strong px-1.5 py-px text-[0.75rem] leading-tight whitespace-nowrap text-ink-2">
      Your series
    </span>
  )
}

/** The same, with the series' tokens. Empty if there are none. */
export function HeldSeriesBadge({ series }: { series: readonly Series[] | undefined }) {
  if (!series?.length) return null
  const more = series.length - NAMED
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-2 text-[0.75rem]">
      <HeldBadge />
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

/** What the metal cards do not say about the investor's series. */
export const PriceDriverNotes = ({ drivers }: { drivers: PriceDrivers | undefined }) =>
  drivers && (
    <>
      <SharedSeries drivers={drivers} />
      <UnpricedSeries drivers={drivers} />
    </>
  )

/** Names the series that depend on several metals, whose units are shown under each. Empty if there are none. */
function SharedSeries({ drivers }: { drivers: PriceDrivers }) {
  const all = new Set([...drivers.byMetal.values()].flat().map(({ symbol }) => symbol))
  const shared = [...all]
    .map((symbol) => ({ symbol, of: listSeriesMetals(drivers, symbol) }))
    .filter(({ of }) => of.length > 1)
  if (shared.length === 0) return null
  const nameOf = (of: string) => metals.find(({ symbol }) => symbol === of)?.name.toLowerCase() ?? of
  return (
    <p className={noteClass}>
      {shared
        .slice(0, NAMED)
        .map(
          ({ symbol, of }) =>
            `${symbol} depends mainly on ${joined.format(of.map(nameOf))}. Its value is shown under each metal but counted only once in your portfolio.`,
        )
        .join(' ')}
    </p>
  )
}

/** Names the investor's series whose mineral has no price here. Empty if there are none. */
export function UnpricedSeries({ drivers: { unpriced } }: { drivers: PriceDrivers }) {
  if (unpriced.length === 0) return null
  const more = unpriced.length - 2 * NAMED
  const names = unpriced.slice(0, 2 * NAMED).map(describe)
  return (
    <p className={noteClass}>
      No public price is available here for the {unpriced.length === 1 ? 'mineral' : 'minerals'} of your
      series: {joined.format(more > 0 ? [...names, `${more} more`] : names)}.
    </p>
  )
}
