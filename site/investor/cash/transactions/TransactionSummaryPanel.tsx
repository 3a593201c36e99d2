import { Link } from 'react-router'
import type { TransactionSummary } from '#contract/cash/transactions'
import type { FigureName } from '#contract/portfolio/figures'
import { formatCount, formatMoney } from '#core/format/format'
import { removeSign } from '#core/format/transactions'
import { FigureDetailsButton } from '#site/investor/kit/figures/FigureDetailsButton.tsx'
import { getNewTicketUrl } from '#site/investor/kit/new-ticket-url.ts'
import { MobileCollapse } from '#ui/MobileCollapse'
import { Skeleton } from '#ui/Skeleton'

interface Card {
  name: string
  value: (summary: TransactionSummary) => string
  figure: FigureName
}

const cards: readonly Card[] = [
  {
    name: 'Total Deposits',
    value: ({ total_deposits }) => formatMoney(total_deposits),
    figure: 'total_deposits',
  },
  {
    name: 'Total Withdrawals',
    value: ({ total_withdrawals }) => formatMoney(total_withdrawals),
    figure: 'total_withdrawals',
  },
  {
    name: 'Total Fees',
    value: ({ total_fees }) => formatMoney(removeSign(total_fees)),
    figure: 'total_fees',
  },
  {
    name: 'Total Transactions',
    value: ({ transaction_count }) => formatCount(transaction_count),
    figure: 'transaction_count',
  },
]

interface SummaryProps {
  summary: TransactionSummary | undefined
  /** The sums could not be loaded. They are shown as dashes; the list below says that loading failed. */
  failed: boolean
}

interface Part {
  sign: string
  name: string
  value: (summary: TransactionSummary) => string
  figure: FigureName
}

/** What the transactions add up to, each part with its sign. */
const parts: readonly Part[] = [
  { sign: '', name: 'Deposits', value: ({ total_deposits }) => total_deposits, figure: 'total_deposits' },
  {
    sign: '−',
    name: 'Withdrawals',
    value: ({ total_withdrawals }) => total_withdrawals,
    figure: 'total_withdrawals',
  },
  { sign: '+', name: 'Interest', value: ({ total_interest }) => total_interest, figure: 'total_interest' },
  { sign: '−', name: 'Fees', value: ({ total_fees }) => removeSign(total_fees), figure: 'total_fees' },
]

/** For when no movement of units is known. */
const netParts: typeof parts = [
  { sign: '=', name: 'Net of transactions', value: ({ balance }) => balance, figure: 'balance' },
]

/** Units are paid from cash without their own transaction; only for calculated figures. */
const cashParts: typeof parts = [
  {
    sign: '−',
    name: 'Net invested in units',
    value: ({ units_paid }) => units_paid ?? '',
    figure: 'units_paid',
  },
  { sign: '=', name: 'Cash balance', value: ({ cash }) => cash ?? '', figure: 'cash' },
]

/** The four sums over completed transactions, the cash that remains, and what no sum includes. */
export function TransactionSummaryPanel({ summary, failed }: SummaryProps) {
  return (
    <div className="panel mt-5 overflow-hidden">
      <dl className="metrics">
        {cards.map(({ name, value, figure }) => (
          <div
            key={name}
            className="-mt-px -ml-px min-w-0 border-line border-t border-l px-6 py-5 max-sm:p-4"
          >
            <dt className="text-[0.875rem] text-ink-2">{name}</dt>
            <dd className="mt-2 font-serif text-[clamp(1.25rem,2vw,1.75rem)] leading-[1.15] tracking-[-0.02em] wrap-anywhere">
              {summary ? (
                <FigureDetailsButton figure={figure}>{value(summary)}</FigureDetailsButton>
              ) : failed ? (
                '–'
              ) : (
                <Skeleton className="h-[1.15em] w-3/4" />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!failed && <Cashflow summary={summary} />}
    </div>
  )
}

function Cashflow({ summary }: { summary: TransactionSummary | undefined }) {
  return (
    <div className="border-line border-t bg-sunken px-6 py-4 text-[0.875rem] text-ink-2 max-sm:px-4">
      <Equation terms={[...parts, ...(summary?.cash === null ? netParts : cashParts)]} summary={summary} />
      <MobileCollapse label="How these totals are calculated" className="mt-2">
        <p className="mt-2 max-w-[95ch] text-[0.8125rem]">
          {summary?.transaction_count === 0 ? (
            'No transactions booked yet. Totals include completed transactions only.'
          ) : (
            <>
              Totals include completed transactions only:{' '}
              {summary ? (
                `${formatCount(summary.completed_count)} of ${formatCount(summary.transaction_count)}.`
              ) : (
                <Skeleton className="inline-block h-[1lh] w-12 align-top" />
              )}
            </>
          )}
        </p>
        {/* The figure ends the line, so that nothing beside it moves when it arrives. */}
        <p className="mt-1 max-w-[95ch] text-[0.8125rem]">
          Not included, transfers between your own accounts:{' '}
          <span className="num text-ink">
            {summary ? (
              <FigureDetailsButton figure="total_transfers">
                {formatMoney(summary.total_transfers)}
              </FigureDetailsButton>
            ) : (
              <Figure />
            )}
          </span>
        </p>
        {summary?.cash !== null && <Cash />}
      </MobileCollapse>
    </div>
  )
}

/** How units are paid for, and how cash is paid out. */
const Cash = () => (
  <p className="mt-1 max-w-[95ch] text-[0.8125rem]" data-part="cash">
    Units are paid for from your cash balance without a transaction. Each purchase and redemption is listed
    below the transactions. To withdraw cash,{' '}
    <Link className="underline underline-offset-2" to={getNewTicketUrl('Withdrawal of cash', 'investment')}>
      contact the investment team
    </Link>
    .
  </p>
)

interface EquationProps {
  terms: typeof parts
  summary: TransactionSummary | undefined
}

/** Shown instead of a figure that opens. */
const Figure = () => (
  <Skeleton className="inline-block h-6 w-20 border-transparent border-y-4 bg-clip-padding align-bottom" />
)

/** In columns, so that no term moves when another's figure arrives. */
const Equation = ({ terms, summary }: EquationProps) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-7 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-1">
    {terms.map(({ sign, name, value, figure }) => (
      <div
        key={name}
        className={`flex flex-wrap items-baseline gap-x-2 max-sm:min-h-6 max-sm:justify-between sm:flex-col ${sign === '=' ? 'font-medium text-ink' : ''}`}
      >
        <dt>
          {sign && <span className="num mr-2 text-ink-3">{sign}</span>}
          {name}
        </dt>
        <dd className="num text-ink max-sm:grow max-sm:text-right">
          {summary ? (
            <FigureDetailsButton figure={figure}>{formatMoney(value(summary))}</FigureDetailsButton>
          ) : (
            <Figure />
          )}
        </dd>
      </div>
    ))}
  </dl>
)
