import { useStore } from '@nanostores/react'
import { formatPrice } from '#core/format/format'
import { $sparklines, drawSparkline } from '#core/market/sparklines'
import { getData } from '#core/query/remote'
import { Skeleton } from '#ui/Skeleton'

const WIDTH = 88
const HEIGHT = 26
const COUNT = 43
/** Room for the line width. */
const EDGE = 2

const place = 'block h-[26px] w-[88px] max-w-none max-md:w-[60px] max-[24rem]:w-[44px]'

interface SparklineProps {
  /** A coin as in the coin list, or a metal as in the ticker. */
  id: string
  name: string
  /** Whether the prices come from a real market; others are drawn as a gray dotted line. */
  isLive: boolean
}

/** Seven days of prices as a small line; a dash for fewer than two prices. */
export function Sparkline({ id, name, isLive }: SparklineProps) {
  const view = useStore($sparklines)
  if (view.status === 'loading') return <SparklineSkeleton />
  const prices = getData(view)?.get(id) ?? []
  const points = drawSparkline(prices, { width: WIDTH - 2 * EDGE, height: HEIGHT - 2 * EDGE, count: COUNT })
  if (!points) return <SparklineUnavailable />
  const [first = 0, last = 0] = [prices[0], prices.at(-1)]
  return (
    <svg
      viewBox={`${-EDGE} ${-EDGE} ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`${place} ${isLive ? 'text-ink-2' : 'text-ink-3'}`}
      role="img"
      aria-label={`${name} over seven days: from ${formatPrice(first)} to ${formatPrice(last)}`}
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeDasharray={isLive ? undefined : '1.5 2'}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Shown if a line cannot be drawn. */
export function SparklineUnavailable() {
  return (
    <span className="block text-ink-3 leading-[26px]">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">No history</span>
    </span>
  )
}

/** A placeholder of the same size. */
export function SparklineSkeleton() {
  return <Skeleton className={place} />
}
