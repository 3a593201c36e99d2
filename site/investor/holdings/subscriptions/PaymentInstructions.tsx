import type { Subscription } from '#contract/holdings/subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { getNewTicketUrl } from '#site/investor/kit/new-ticket-url.ts'
import { CopyButton } from '#ui/CopyButton'
import { NonBreakingReferences } from '#ui/ReferenceNumber'
import { parseAccount } from './payment-account.ts'

type Payment = NonNullable<Subscription['payment']>

/** Payment instructions for an approved subscription; each part can be copied into a bank's form. */
export function PaymentInstructions({ payment }: { payment: Payment }) {
  const { reference, amount, account, due_at } = payment
  const { parts, rest } = parseAccount(account ?? '')
  return (
    <div className="border-line border-y bg-sunken px-[22px] py-4 max-sm:px-4">
      <h3 className="text-[1rem] font-medium">Payment instructions</h3>
      <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2 print:grid-cols-3">
        <Part name="Amount" copy={amount}>
          {formatMoney(amount)}
        </Part>
        <Part name="Payment reference" copy={reference}>
          {reference}
        </Part>
        <Part name="Due date">{`${formatCalendarDate(due_at)}, end of day (UTC)`}</Part>
        {rest && parts.length === 0 && (
          <Part name="Issuer's bank account" copy={rest}>
            {rest}
          </Part>
        )}
        {parts.map(({ name, value }) => (
          <Part key={name} name={name} copy={value}>
            {value}
          </Part>
        ))}
      </dl>
      {rest && parts.length > 0 && (
        // Beside recognized parts, it is a note that no bank form asks for.
        <p className="mt-3 max-w-[72ch] text-[0.875rem] font-medium whitespace-pre-line wrap-anywhere">
          {rest}
        </p>
      )}
      <p className="mt-3 max-w-[72ch] text-[0.875rem] text-ink-2">
        Include the reference so that we can match your payment. If you already have enough available cash,{' '}
        <a className="underline underline-offset-2" href={getNewTicketUrl(`Payment ${reference}`)}>
          contact the investment team
        </a>{' '}
        to use it instead.
        {account && ' We show the payment account only here and never send it by email or message.'}
      </p>
      {!account && (
        <p className="mt-3 text-[0.875rem] text-ink-2">
          The issuer's bank details are not yet available.{' '}
          <a className="underline underline-offset-2" href={getNewTicketUrl(`Payment ${reference}`)}>
            Contact the investment team
          </a>{' '}
          for them. Do not pay into an account you received through any other channel.
        </p>
      )}
    </div>
  )
}

interface PartProps {
  name: string
  copy?: string | undefined
  children: string
}

function Part({ name, copy, children }: PartProps) {
  return (
    <div className="@container min-w-0">
      <dt className="text-[0.8125rem] text-ink-2">{name}</dt>
      <dd className="num flex items-start gap-1 text-[0.9375rem] @max-[12rem]:flex-wrap">
        <span className="min-w-0 whitespace-pre-line wrap-anywhere">
          <NonBreakingReferences>{children}</NonBreakingReferences>
        </span>
        {copy && (
          <span className="-my-0.5 flex-none">
            <CopyButton text={copy} name={/^[A-Z]{2}/.test(name) ? name : name.toLowerCase()} />
          </span>
        )}
      </dd>
    </div>
  )
}
