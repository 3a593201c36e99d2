import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureName } from '#contract/figures'
import type { PortfolioResponse, PortfolioSource, ValueBreakdown } from '#contract/portfolio'
import { formatCalendarDate, formatMoney, formatSignedMoney } from '#core/format/format'
import { FigureButton } from '#site/investor/figures/FigureButton.tsx'
import { writeToUs } from '#site/investor/support/write-to-us.ts'
import { Skeleton } from '#ui/Skeleton'

interface Term {
  name: string
  /** Drawn before the term. */
  sign?: '−' | '+' | '='
  amount: (breakdown: ValueBreakdown) => string
  /** The day of the figure, or a note about it. */
  note: (breakdown: ValueBreakdown, source: PortfolioSource) => ReactNode
  /** The link to the transactions behind it. */
  to?: string
  figure?: FigureName
}

const signWords = { '−': 'minus ', '+': 'plus ', '=': 'equals ' }

const dayOf = (day: string | null, before: string) =>
  day === null ? 'none yet' : `${before} ${formatCalendarDate(day)}`

/** The day of the newest transaction, and the part that moved as units. */
const lastOn = (day: string | null, inUnits: string) =>
  !Number(inUnits)
    ? dayOf(day, 'last on')
    : `${formatMoney(inUnits)} of it in units${day === null ? '' : dayOf(day, ', money last on')}`

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
  name: 'Not explained by transactions',
  sign: '+',
  amount: ({ unexplained: amount }) => formatSignedMoney(amount),
  note: () => (
    <a className="underline underline-offset-2" href={writeToUs('Value not explained by transactions')}>
      ask the investment team
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

/** Beside the value. An entered value that the bookings do not explain has a term of the sum in its place. */
const sources: Record<PortfolioSource, Term> = {
  derived: {
    name: 'Source',
    amount: () => 'Derived',
    note: () => 'from transactions, register and valuations',
  },
  entered: { name: 'Source', amount: () => 'Entered', note: () => 'by the investment team' },
}

/**
 * The value derived from the bookings, term by term. What the bookings do not explain is a separate term. There are
 * always five cells, and a line of text below, so that nothing moves when the figures arrive.
 */
export function Breakdown({ response }: { response: PortfolioResponse | undefined }) {
  const breakdown = response?.breakdown
  // A server of the version before sends none.
  if (response && !breakdown) return null
  const isExplained = !Number(breakdown?.unexplained)
  const from = response?.source ?? 'derived'
  const shown = [...terms, ...(isExplained ? [value, sources[from]] : [unexplained, value])]
  return (
    <section aria-label="How the value is made up" data-part="breakdown">
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
    return `Total Invested is entered by the investment team. It differs from your completed deposits of ${formatMoney(breakdown.deposited)}.`
  }
  return (
    <>
      Units count as appraised{illustrative && ', of series that are illustrative'}.
      <span className="no-print"> Select a figure for more.</span>
    </>
  )
}

interface TermOfProps {
  term: Term
  /** Undefined while it is loading. */
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
            <FigureButton of={figure}>{shown}</FigureButton>
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
