import { NOTHING_PENDING, type Portfolio, type PortfolioResponse } from '#contract/portfolio'
import { formatCount, formatMoney, formatSignedMoney } from '#core/format/format'
import { Skeleton } from '#ui/Skeleton'
import { Breakdown } from './Breakdown.tsx'
import { toneOf } from './figures.ts'

interface Metric {
  name: string
  note: string
  value: (portfolio: Portfolio) => string
  tone?: (portfolio: Portfolio) => string
}

const pendingNote = (portfolio: Portfolio | undefined) =>
  portfolio && portfolio.pendingInvestments !== NOTHING_PENDING ? '1 pending' : 'No pending'

const metrics: readonly Metric[] = [
  {
    name: 'Total Portfolio Value',
    note: 'Current market value',
    value: ({ totalValue }) => formatMoney(totalValue),
  },
  {
    name: 'Total Invested',
    note: 'Your total deposits',
    value: ({ totalDeposited }) => formatMoney(totalDeposited),
  },
  {
    name: 'Total Gains',
    note: 'Profit from investments',
    value: ({ totalGains }) => formatSignedMoney(totalGains),
    tone: ({ totalGains }) => toneOf(totalGains),
  },
  {
    name: 'Active Investments',
    note: '',
    value: ({ activeInvestments }) => formatCount(activeInvestments),
  },
]

/** The four figures at the top, and how the value is made up; placeholders of the same size while they load. */
export function Metrics({ response }: { response: PortfolioResponse | undefined }) {
  const portfolio = response?.portfolio
  return (
    <div className="panel overflow-hidden">
      <dl className="grid grid-cols-1 overflow-hidden min-[22rem]:grid-cols-2 lg:grid-cols-4">
        {metrics.map(({ name, note, value, tone }) => (
          <div
            key={name}
            className="-mt-px -ml-px flex min-w-0 flex-col border-line border-t border-l px-6 py-[22px] max-sm:p-4"
          >
            <dt className="text-[0.875rem] text-ink-2">{name}</dt>
            <dd
              className={`mt-2 font-serif text-[clamp(1.375rem,2.2vw,2rem)] leading-[1.15] tracking-[-0.02em] wrap-anywhere ${
                (portfolio && tone?.(portfolio)) || ''
              }`}
            >
              {portfolio ? value(portfolio) : <Skeleton className="h-[1.15em] w-3/4" />}
            </dd>
            <dd className="mt-1 text-[0.8125rem] text-ink-3">
              {note || (portfolio ? pendingNote(portfolio) : <Skeleton className="h-[1.6em] w-20" />)}
            </dd>
          </div>
        ))}
      </dl>
      <Breakdown response={response} />
    </div>
  )
}
