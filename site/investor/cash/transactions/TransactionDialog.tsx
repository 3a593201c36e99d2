import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DistributionPayment, Transaction, TransactionStatus } from '#contract/cash/transactions'
import { describeCounted, explainRounding, formatPaymentCalculation } from '#core/format/distributions'
import { formatCalendarDate, formatCurrency, formatDate } from '#core/format/format'
import { formatRecordDateText } from '#core/format/record-date-text'
import { getHoldingPath } from '#core/format/series-paths'
import {
  formatAmount,
  formatFee,
  transactionStatusLabels,
  transactionTypeLabels,
} from '#core/format/transactions'
import { $dateFormat } from '#core/query/platform/site-settings'
import { SiteDate } from '#site/investor/kit/SiteDate.tsx'
import { NativeDialog } from '#ui/NativeDialog'

/** What a status means for the investor's money. */
const meanings: Record<TransactionStatus, string> = {
  completed: 'Completed. Included in totals.',
  pending: 'Pending. Recorded but not yet executed; excluded from totals.',
  failed: 'Failed. Not executed; excluded from totals.',
  cancelled: 'Cancelled before execution; excluded from totals.',
}

const clock = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** By its type, a distribution is an interest payment; what it really is, is shown beside it. */
const nameOf = ({ type, distribution }: Transaction): string =>
  distribution ? `${transactionTypeLabels[type]}: distribution` : transactionTypeLabels[type]

interface TransactionDialogProps {
  open: boolean
  /** Undefined until loaded. */
  transaction: Transaction | undefined
  onClose: () => void
  /** Shown instead of the details if there are none. */
  children?: ReactNode
}

/** All details of one transaction. */
export function TransactionDialog({ open, transaction, onClose, children }: TransactionDialogProps) {
  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      kicker={transaction && `Transaction ${transaction.id}`}
      title={transaction ? nameOf(transaction) : 'Transaction'}
    >
      {transaction ? <Facts transaction={transaction} /> : children}
    </NativeDialog>
  )
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { description, status, currency, transaction_date, balance, distribution } = transaction
  const format = useStore($dateFormat)
  return (
    <dl className="border-line border-t">
      {distribution ? (
        <Payment payment={distribution} amount={transaction.amount} />
      ) : (
        <Fact name="Description">{description ? formatRecordDateText(description) : 'No description'}</Fact>
      )}
      <Fact name="Amount">
        <span className="num">{formatAmount(transaction)}</span>
      </Fact>
      <Fact name="Fee">
        <span className="num">{formatFee(transaction) ?? 'None'}</span>
      </Fact>
      <Fact name="Currency">{currency}</Fact>
      <Fact name="Date">
        {format && formatDate(transaction_date, format)}, {clock.format(new Date(transaction_date))} UTC
      </Fact>
      <Fact name="Status">
        {distribution?.reversal ? <Reversal reversal={distribution.reversal} /> : meanings[status]}
      </Fact>
      <Fact name="Running total">
        {balance === undefined ? (
          `Unchanged: ${transactionStatusLabels[status].toLowerCase()}`
        ) : (
          <>
            <span className="num">{formatCurrency(balance, currency)}</span>
            {transaction.type === 'transfer' &&
              ', unchanged: transfers between your own accounts do not affect it'}
          </>
        )}
      </Fact>
    </dl>
  )
}

/** How a distribution payment was calculated, and what it was paid for. */
function Payment({ payment, amount }: { payment: DistributionPayment; amount: string }) {
  const { symbol, record_date, reason } = payment
  const cents = explainRounding(payment, amount)
  return (
    <>
      <Fact name="Description">
        Distribution of {symbol}: <span className="num">{formatPaymentCalculation(payment, amount)}</span>
        {cents && <span className="mt-1 block text-[0.875rem] text-ink-2">{cents}</span>}
        <Link
          className="mt-1.5 block text-[0.875rem] text-accent-text underline decoration-1 underline-offset-4"
          to={`${getHoldingPath(symbol)}#distributions`}
        >
          All distributions of {symbol}
        </Link>
      </Fact>
      <Fact name="Record date">
        {formatCalendarDate(record_date)}
        <span className="block text-[0.875rem] text-ink-2">{describeCounted(payment)}</span>
      </Fact>
      <Fact name="Reason">{reason || 'None given'}</Fact>
    </>
  )
}

function Reversal({ reversal: { at, reason } }: { reversal: NonNullable<DistributionPayment['reversal']> }) {
  return (
    <>
      Reversed on <SiteDate instant={at} />. The payment has been deducted from your cash balance.
      {reason && <span className="block text-[0.875rem] text-ink-2">Reason: {reason}</span>}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-4 border-line border-b py-3 max-[26rem]:grid-cols-1 max-[26rem]:gap-1">
      <dt className="text-[0.875rem] text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
