import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureName } from '#contract/portfolio/figures'
import type { Portfolio, PortfolioResponse } from '#contract/portfolio/portfolio'
import { formatCount, formatMoney, formatSignedMoney } from '#core/format/format'
import { getSignTone } from '#site/investor/kit/amount-tone.ts'
import { FigureDetailsButton } from '#site/investor/kit/figures/FigureDetailsButton.tsx'
import { Skeleton } from '#ui/Skeleton'
import { ValueBreakdownPanel } from './ValueBreakdownPanel.tsx'

interface Metric {
  name: string
  note: string | ((response: PortfolioResponse | undefined) => ReactNode)
  value: (portfolio: Portfolio) => string
  tone?: (portfolio: Portfolio) => string
  figure?: FigureName
}

/** Requests without an amount, and open subscriptions, as a link to them. */
const pendingNote = ({ pending_count }: PortfolioResponse) =>
  pending_count > 0 ? (
    <Link
      // Same as in `section-ids.ts`, which the overview does not load.
      to="/access/dashboard?tab=investments#pending"
    >
      {formatCount(pending_count)} pending
    </Link>
  ) : (
    'No pending'
  )

/** What Total Invested adds up: units transferred in count as deposits. */
export const describeInvested = (unitsReceived: string | undefined): string =>
  Number(unitsReceived ?? 0) > 0 ? 'Your deposits and units received' : 'Your total deposits'

const metrics: readonly Metric[] = [
  {
    name: 'Total Portfolio Value',
    note: 'Current market value',
    value: ({ totalValue }) => formatMoney(totalValue),
    figure: 'value',
  },
  {
    name: 'Total Invested',
    note: (response) => describeInvested(response?.breakdown?.units_received),
    value: ({ totalDeposited }) => formatMoney(totalDeposited),
    figure: 'deposited',
  },
  {
    name: 'Total Gains',
    note: 'Profit from investments',
    value: ({ totalGains }) => formatSignedMoney(totalGains),
    tone: ({ totalGains }) => getSignTone(totalGains),
    figure: 'gains',
  },
  {
    name: 'Active Investments',
    note: (response) => response && pendingNote(response),
    value: ({ activeInvestments }) => formatCount(activeInvestments),
    figure: 'active',
  },
]

/** A manually entered invested amount may differ from the deposits it would link to. */
const opens = (figure: FigureName, { portfolio, breakdown }: PortfolioResponse): boolean =>
  figure !== 'deposited' || Number(portfolio.totalDeposited) === Number(breakdown?.deposited)

interface MetricsProps {
  response: PortfolioResponse | undefined
  /** Without the breakdown of the value if it has no terms yet. */
  brief: boolean
}

/** The four figures at the top and the breakdown of the value; placeholders of the same size while they load. */
export function KeyMetrics({ response, brief }: MetricsProps) {
  const portfolio = response?.portfolio
  return (
    <div className="panel overflow-hidden">
      <dl className="metrics">
        {metrics.map(({ name, note, value, tone, figure }) => (
          <div key={name} className="metric">
            <dt>{name}</dt>
            <dd className={`metric-figure ${(portfolio && tone?.(portfolio)) || ''}`}>
              {response ? (
                figure && opens(figure, response) ? (
                  <FigureDetailsButton figure={figure}>{value(response.portfolio)}</FigureDetailsButton>
                ) : (
                  value(response.portfolio)
                )
              ) : (
                <Skeleton className="h-[1.15em] w-3/4" />
              )}
            </dd>
            <dd>{typeof note === 'string' ? note : note(response)}</dd>
          </div>
        ))}
      </dl>
      {!brief && <ValueBreakdownPanel response={response} />}
    </div>
  )
}
