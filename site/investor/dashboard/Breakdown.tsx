import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ValueBreakdown } from '#contract/portfolio'
import { formatCalendarDate, formatMoney, formatSignedMoney } from '#core/format/format'
import { Skeleton } from '#ui/Skeleton'

interface Term {
  name: string
  /** Drawn before the term. */
  sign?: '−' | '+' | '='
  amount: (breakdown: ValueBreakdown) => string
  /** The day of the figure, or a note about it. */
  note: (breakdown: ValueBreakdown) => ReactNode
  /** The link to the transactions behind it. */
  to?: string
}

const signWords = { '−': 'minus ', '+': 'plus ', '=': 'equals ' }

const dayOf = (day: string | null, before: string, without: string) =>
  day === null ? without : `${before} ${formatCalendarDate(day)}`

const terms: readonly Term[] = [
  {
    name: 'Deposited',
    amount: ({ deposited }) => formatMoney(deposited),
    note: ({ deposited_at }) => dayOf(deposited_at, 'last on', 'none yet'),
    to: '/access/transactions?type=deposit&status=completed',
  },
  {
    name: 'Withdrawn',
    sign: '−',
    amount: ({ withdrawn }) => formatMoney(withdrawn),
    note: ({ withdrawn_at }) => dayOf(withdrawn_at, 'last on', 'none yet'),
    to: '/access/transactions?type=withdrawal&status=completed',
  },
  {
    name: 'Gains',
    sign: '+',
    amount: ({ gains }) => formatMoney(gains),
    note: ({ valued_at }) => dayOf(valued_at, 'recorded', 'none recorded yet'),
  },
]

const unexplained: Term = {
  name: 'Not explained by transactions',
  sign: '+',
  amount: ({ unexplained: amount }) => formatSignedMoney(amount),
  note: () => (
    <a className="underline underline-offset-2" href="/docs/help-support">
      ask the investment team
    </a>
  ),
}

const value: Term = {
  name: 'Value',
  sign: '=',
  amount: ({ value: amount }) => formatMoney(amount),
  note: ({ valued_at }) => dayOf(valued_at, 'recorded', 'none recorded yet'),
}

interface BreakdownProps {
  /** Undefined while it is loading. */
  breakdown: ValueBreakdown | undefined
  /** The invested amount on the card: entered by hand, it may differ from the deposits. */
  invested: string | undefined
}

/** The value derived from the bookings, term by term. What the bookings do not explain is a separate term. */
export function Breakdown({ breakdown, invested }: BreakdownProps) {
  const isExplained = !breakdown || Number(breakdown.unexplained) === 0
  const shown = isExplained ? [...terms, value] : [...terms, unexplained, value]
  return (
    <section
      className="border-line border-t bg-sunken"
      aria-label="How the value is made up"
      data-part="breakdown"
    >
      <dl
        className={`grid grid-cols-1 gap-y-3 py-4 ${isExplained ? 'md:grid-cols-4' : 'md:grid-cols-3 lg:grid-cols-5'}`}
      >
        {shown.map((term) => (
          <TermOf key={term.name} term={term} breakdown={breakdown} />
        ))}
      </dl>
      {breakdown && invested !== undefined && Number(invested) !== Number(breakdown.deposited) && (
        <p className="border-line border-t px-6 py-3 text-[0.8125rem] text-ink-2 max-sm:px-4">
          Total Invested is entered by the investment team. It differs from your completed deposits of{' '}
          {formatMoney(breakdown.deposited)}.
        </p>
      )}
    </section>
  )
}

function TermOf({ term, breakdown }: { term: Term; breakdown: ValueBreakdown | undefined }) {
  const { name, sign, amount, note, to } = term
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-6 max-sm:px-4 md:block ${sign === '=' ? 'max-md:pt-3 max-md:shadow-[inset_0_1px_0_var(--line-strong)]' : ''}`}
    >
      <dt className="text-[0.8125rem] text-ink-2">
        {sign && (
          <>
            <span aria-hidden="true" className="num mr-1.5 text-ink">
              {sign}
            </span>
            <span className="visually-hidden">{signWords[sign]}</span>
          </>
        )}
        {to ? (
          <Link
            className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
            to={to}
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className="num text-right text-[0.9375rem] font-medium wrap-anywhere md:mt-0.5 md:text-left">
        {breakdown ? amount(breakdown) : <Skeleton className="inline-block h-4 w-24" />}
      </dd>
      <dd className="col-span-2 text-[0.75rem] text-ink-3">
        {breakdown ? note(breakdown) : <Skeleton className="inline-block h-3 w-28" />}
      </dd>
    </div>
  )
}
