import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { formatPrice } from '#core/format/format'
import { drawTrail, trailOf } from '#core/market/price-trail'
import { dataOf } from '#core/query/remote'
import { Skeleton } from '#ui/Skeleton'

const WIDTH = 88
const HEIGHT = 26
const COUNT = 43
/** Room for the width of the line. */
const EDGE = 2

const place = 'block h-[26px] w-[88px] max-md:w-[60px] max-[24rem]:w-[44px]'

interface SparklineProps {
  symbol: string
  name: string
  /** Whether the prices come from a real market: others are drawn as a grey, dotted line. */
  real: boolean
}

/** The prices of seven days as a small line. Fetched when it comes near the screen. */
export function Sparkline(props: SparklineProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '120px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <span ref={frame} className={place}>
      {isNear && <Line {...props} />}
    </span>
  )
}

function Line({ symbol, name, real }: SparklineProps) {
  const view = useStore(trailOf(symbol))
  if (view.status === 'loading') return <SparklinePlace />
  const prices = dataOf(view) ?? []
  const points = drawTrail(prices, { width: WIDTH - 2 * EDGE, height: HEIGHT - 2 * EDGE, count: COUNT })
  if (!points) return <NoSparkline />
  const [first = 0, last = 0] = [prices[0], prices.at(-1)]
  return (
    <svg
      viewBox={`${-EDGE} ${-EDGE} ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`${place} ${real ? 'text-ink-2' : 'text-ink-3'}`}
      role="img"
      aria-label={`${name} over seven days: from ${formatPrice(first)} to ${formatPrice(last)}`}
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeDasharray={real ? undefined : '1.5 2'}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** In place of a line that cannot be drawn. */
export function NoSparkline() {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">No history</span>
    </span>
  )
}

/** A placeholder of the same size. */
export function SparklinePlace() {
  return <Skeleton className={place} />
}
