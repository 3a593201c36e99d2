import type { MarketIntelligence } from '#contract/market/market'
import { formatPercent } from '#core/format/format'
import { Icon } from '#ui/Icon'
import { downIcon, levelIcon, upIcon } from '#ui/icons/market'
import { Skeleton } from '#ui/Skeleton'
import { sampleBackgroundClass, sampleTextClass } from './table-cell-classes.ts'

type Figures = Pick<MarketIntelligence, 'sentiment' | 'volatility' | 'volume' | 'measures'>
type Word = Figures['sentiment' | 'volatility' | 'volume']

interface Reading {
  name: string
  word: (data: Figures) => Word
  /** The figure that the rating is based on; null if unknown. */
  measure: (data: Partial<Figures['measures']>) => string | null
  /** What the figure is, and the thresholds between ratings. */
  note: string
  scale: string
}

const printed = (value: number | null | undefined, print: (value: number) => string) =>
  value == null ? null : print(value)

const readings: readonly Reading[] = [
  {
    name: 'Market Sentiment',
    word: ({ sentiment }) => sentiment,
    measure: ({ mean_change }) => printed(mean_change, formatPercent),
    note: 'average 24-hour change of the assets in Asset Trends',
    scale: 'Bearish below -1%; bullish above +1%',
  },
  {
    name: 'Volatility',
    word: ({ volatility }) => volatility,
    measure: ({ median_move }) => printed(median_move, (value) => `${value.toFixed(2)}%`),
    note: 'median absolute 24-hour change of the same assets',
    scale: 'Low below 2%; high at 5% or above',
  },
  {
    name: 'Trading Volume',
    word: ({ volume }) => volume,
    measure: ({ volume_ratio }) => printed(volume_ratio, (value) => `${value.toFixed(2)} times`),
    note: 'the seven-day average, all listed cryptocurrencies; volume is not reported for metals',
    scale: 'Low below 0.8×; high above 1.2×',
  },
]

const looks: Record<Word, { icon: string; tone: string }> = {
  bullish: { icon: upIcon, tone: 'text-gain' },
  bearish: { icon: downIcon, tone: 'text-loss' },
  neutral: { icon: levelIcon, tone: 'text-ink-3' },
  low: { icon: downIcon, tone: 'text-ink-3' },
  medium: { icon: levelIcon, tone: 'text-ink-3' },
  high: { icon: upIcon, tone: 'text-ink-3' },
}

interface ReadingsProps {
  data: Figures | undefined
  /** Whether the prices come from a real market; only then are the ratings colored. */
  isLive: boolean
  /** Whether the figures are built in; they are no rating, and no rule explains them. */
  isSample: boolean
}

/** Three market ratings. */
export function MarketRatings({ data, isLive, isSample }: ReadingsProps) {
  if (data && isSample) return <SampleReadings data={data} />
  return (
    <dl className="grid grid-cols-1 overflow-hidden sm:grid-cols-3">
      {readings.map(({ name, word, measure, note, scale }) => (
        <div
          key={name}
          className="-mt-px -ml-px min-w-0 border-line border-t border-l px-[22px] py-5 max-sm:px-4"
        >
          <dt className="text-[0.875rem] text-ink-2">{name}</dt>
          <dd className="mt-2 font-serif text-[1.75rem] leading-[1.15] tracking-[-0.02em] capitalize wrap-anywhere">
            {data ? <Rating word={word(data)} isLive={isLive} /> : <Skeleton className="h-[1.15em] w-1/2" />}
          </dd>
          <dd className="mt-1 text-[0.875rem] text-ink-2">
            <span className="num block">
              {data ? (measure(data.measures ?? {}) ?? 'N/A') : <Skeleton className="h-[1lh] w-16" />}
            </span>{' '}
            {note}
          </dd>
          <dd className="mt-1 text-[0.8125rem] text-ink-3">{scale}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The readings as samples: small and gray on a hatched background, without a rule or direction. */
function SampleReadings({ data }: { data: Figures }) {
  return (
    <dl className={`grid grid-cols-1 overflow-hidden sm:grid-cols-3 ${sampleBackgroundClass}`}>
      {readings.map(({ name, word, measure }) => (
        <div
          key={name}
          className="-mt-px -ml-px min-w-0 border-line border-t border-l px-[22px] py-4 max-sm:px-4"
        >
          <dt className="text-[0.875rem] text-ink-2">{name}</dt>
          <dd className={`num mt-1 text-[0.875rem] ${sampleTextClass}`}>
            Sample: {word(data)}, {measure(data.measures)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Rating({ word, isLive }: { word: Word; isLive: boolean }) {
  // A rating unknown to this version has no icon.
  const { icon, tone } = looks[word] ?? {}
  return (
    <span className={`flex items-center gap-2 ${isLive ? '' : 'text-ink-3'}`}>
      {word}
      {icon && <Icon path={icon} size={20} className={isLive ? tone : 'text-ink-3'} />}
    </span>
  )
}
