import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureName } from '#contract/portfolio/figures'
import type { PortfolioResponse, PortfolioSource, ValueBreakdown } from '#contract/portfolio/portfolio'
import { formatCalendarDate, formatMoney, formatSignedMoney } from '#core/format/format'
import { FigureDetailsButton } from '#site/investor/kit/figures/FigureDetailsButton.tsx'
import { getNewTicketUrl } from '#site/investor/kit/new-ticket-url.ts'
import { Skeleton } from '#ui/Skeleton'

interface Term {
  name: string
  /** The operator drawn before the term. */
  sign?: '−' | '+' | '='
  amount: (breakdown: ValueBreakdown) => string
  /** The date of the figure, or a note about it. */
  note: (breakdown: ValueBreakdown, source: PortfolioSource) => ReactNode
  /** The link to the underlying transactions. */
  to?: string
  figure?: FigureName
}

const signWords = { '−': 'minus ', '+': 'plus ', '=': 'equals ' }

const dayOf = (day: string | null, before: string) =>
  day === null ? 'none yet' : `${before} ${formatCalendarDate(day)}`

/** The date of the newest transaction, and the part that was moved as units. */
const lastOn = (day: string | null, inUnits: string) =>
  !Number(inUnits)
    ? dayOf(day, 'most recent')
    : `${formatMoney(inUnits)} of this in units${day === null ? '' : dayOf(day, ', most recent cash')}`

const valuedOn = ({ valued_at }: ValueBreakdown, source: PortfolioSource) =>
  dayOf(valued_at, source === 'derived' ? 'as of' : 'recorded')

const terms: readonly Term[] = [
  {
    name: 'Deposited',
    amount: ({ deposited }) => formatMoney(deposited),
    note: ({ deposited_at, units_received }) => lastOn(deposited_at, units_received),
    to: '/access/transactions?type=deposit&status=completed',
    figure: 'deposited',
  },
  {
    name: 'Withdrawn',
    sign: '−',
    amount: ({ withdrawn }) => formatMoney(withdrawn),
    note: ({ withdrawn_at, units_given }) => lastOn(withdrawn_at, units_given),
    to: '/access/transactions?type=withdrawal&status=completed',
    figure: 'withdrawn',
  },
  {
    name: 'Gains',
    sign: '+',
    amount: ({ gains }) => formatMoney(gains),
    note: valuedOn,
    figure: 'gains',
  },
]

const unexplained: Term = {
  name: 'Unreconciled difference',
  sign: '+',
  amount: ({ unexplained: amount }) => formatSignedMoney(amount),
  note: () => (
    <a className="underline underline-offset-2" href={getNewTicketUrl('Unreconciled portfolio value')}>
      contact the investment team
    </a>
  ),
}

const value: Term = {
  name: 'Value',
  sign: '=',
  amount: ({ value: amount }) => formatMoney(amount),
  note: valuedOn,
  figure: 'value',
}

/** Shown beside the value. For an entered value not explained by the bookings, a term of the sum is shown instead. */
const sources: Record<PortfolioSource, Term> = {
  derived: {
    name: 'Source',
    amount: () => 'Calculated',
    note: () => 'from transactions, register entries and valuations',
  },
  entered: { name: 'Source', amount: () => 'Manually entered', note: () => 'by the investment team' },
}

/**
 * The value calculated from the bookings, term by term. Anything the bookings do not explain is a separate term. There
 * are always five cells and a line of text below, so that nothing moves when the figures arrive.
 */
export function ValueBreakdownPanel({ response }: { response: PortfolioResponse | undefined }) {
  const breakdown = response?.breakdown
  // An earlier server version sends none.
  if (response && !breakdown) return null
  const isExplained = !Number(breakdown?.unexplained)
  const from = response?.source ?? 'derived'
  const shown = [...terms, ...(isExplained ? [value, sources[from]] : [unexplained, value])]
  return (
    <section aria-label="Breakdown of portfolio value" data-part="breakdown">
      <dl className="value-terms">
        {shown.map((term, at) => (
          <TermOf
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell whose term changes is another one, and does not move
            key={`${at} ${term.name}`}
            term={term}
            breakdown={breakdown}
            from={from}
          />
        ))}
      </dl>
      <p className="value-note">
        {response ? noteOf(response) : <Skeleton className="inline-block h-3 w-28" />}
      </p>
    </section>
  )
}

function noteOf({ source: from, portfolio, breakdown, illustrative }: PortfolioResponse): ReactNode {
  if (from === 'entered' && Number(portfolio.totalDeposited) !== Number(breakdown.deposited)) {
    return `Total Invested was entered manually by the investment team and differs from your completed deposits of ${formatMoney(breakdown.deposited)}.`
  }
  return (
    <>
      Units are carried at the latest valuation{illustrative && '; the series are illustrative'}.
      <span className="no-print"> Select a figure to see how it is calculated.</span>
    </>
  )
}

interface TermOfProps {
  term: Term
  /** Undefined while loading. */
  breakdown: ValueBreakdown | undefined
  from: PortfolioSource
}

function TermOf({ term, breakdown, from }: TermOfProps) {
  const { name, sign, amount, note, to, figure } = term
  const shown = breakdown && amount(breakdown)
  return (
    <div className={sign === '=' ? 'value-term value-sum' : 'value-term'}>
      <dt>
        {sign && (
          <>
            <span aria-hidden="true" className="num">
              {sign}
            </span>
            <span className="visually-hidden">{signWords[sign]}</span>
          </>
        )}
        {to ? <Link to={to}>{name}</Link> : name}
      </dt>
      <dd className="num value-amount">
        {shown ? (
          figure ? (
            <FigureDetailsButton figure={figure}>{shown}</FigureDetailsButton>
          ) : (
            shown
          )
        ) : (
          <Skeleton className="inline-block h-4 w-24" />
        )}
      </dd>
      <dd className="col-span-2">
        {breakdown ? note(breakdown, from) : <Skeleton className="inline-block h-3 w-28" />}
      </dd>
    </div>
  )
}
