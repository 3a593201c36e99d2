import type { MarketIntelligence } from '#contract/market'
import { Icon } from '#ui/Icon'
import { downIcon, levelIcon, upIcon } from '#ui/icons/market'
import { Skeleton } from '#ui/Skeleton'

type Words = Pick<MarketIntelligence, 'sentiment' | 'volatility' | 'volume'>

interface Reading {
  name: string
  note: string
  word: (data: Words) => Words[keyof Words]
}

const readings: readonly Reading[] = [
  {
    name: 'Market Sentiment',
    note: 'Mean 24-hour change of the assets under Asset Trends',
    word: ({ sentiment }) => sentiment,
  },
  {
    name: 'Volatility',
    note: 'Median size of the 24-hour change of the same assets',
    word: ({ volatility }) => volatility,
  },
  {
    name: 'Trading Volume',
    note: 'All listed cryptocurrencies: 24 hours against the mean of seven days',
    word: ({ volume }) => volume,
  },
]

const looks: Record<Words[keyof Words], { icon: string; tone: string }> = {
  bullish: { icon: upIcon, tone: 'text-gain' },
  bearish: { icon: downIcon, tone: 'text-loss' },
  neutral: { icon: levelIcon, tone: 'text-ink-3' },
  low: { icon: downIcon, tone: 'text-ink-3' },
  medium: { icon: levelIcon, tone: 'text-ink-3' },
  high: { icon: upIcon, tone: 'text-ink-3' },
}

/** Three ratings of the market; grey unless the prices come from a real one. */
export function Readings({ data, real }: { data: Words | undefined; real: boolean }) {
  return (
    <dl className="grid grid-cols-1 overflow-hidden sm:grid-cols-3">
      {readings.map(({ name, note, word }) => (
        <div
          key={name}
          className="-mt-px -ml-px min-w-0 border-line border-t border-l px-[22px] py-5 max-sm:px-4"
        >
          <dt className="text-[0.875rem] text-ink-2">{name}</dt>
          <dd className="mt-2 font-serif text-[1.75rem] leading-[1.15] tracking-[-0.02em] capitalize wrap-anywhere">
            {data ? <Word word={word(data)} real={real} /> : <Skeleton className="h-[1.15em] w-1/2" />}
          </dd>
          <dd className="mt-1 text-[0.8125rem] text-ink-3">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function Word({ word, real }: { word: Words[keyof Words]; real: boolean }) {
  // A rating that this version does not know yet has no icon.
  const { icon, tone } = looks[word] ?? {}
  return (
    <span className={`flex items-center gap-2 ${real ? '' : 'text-ink-3'}`}>
      {word}
      {icon && <Icon of={icon} size={20} className={real ? tone : 'text-ink-3'} />}
    </span>
  )
}
