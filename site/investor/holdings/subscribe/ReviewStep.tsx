import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { formatCalendarDate, formatCountOf, formatMoney } from '#core/format/format'
import { formatPriceComparison, getPriceDirection } from '#core/format/price-comparison'
import { applyReaderSeparators } from '#core/format/reader-format'
import { formatUnits } from '#core/format/units'
import type { PublicSeries } from '#core/query/catalog/series'
import { $isVerificationSent } from '#core/query/compliance/verification'
import { $profile } from '#core/query/identity/profile'
import { getData } from '#core/query/remote'
import { DECISION_DAYS } from '#shared/calculations/subscription-expiry'
import { calculatePurchase } from '#shared/calculations/subscription-units'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { parseTypedAmount } from './offering-limits.ts'
import { SubscribeStep } from './SubscribeStep.tsx'

interface ReviewStepProps {
  series: PublicSeries
  offering: NonNullable<PublicSeries['offering']>
  /** Undefined until it is accepted. */
  amount: string | undefined
  /** Undefined until all are acknowledged. */
  documents: PublicSeries['documents'] | undefined
}

/** What will be submitted, and what happens then. */
export function ReviewStep({ series, offering, amount, documents }: ReviewStepProps) {
  const read = amount === undefined ? undefined : parseTypedAmount(amount)
  const purchase = read === undefined ? undefined : calculatePurchase(read, offering.unit_price)
  const { unit_value } = series.series
  const compared = formatPriceComparison(offering.unit_price, unit_value?.preferred)
  const none = <span className="text-ink-3">–</span>
  return (
    <SubscribeStep
      number={3}
      title="Review"
      isReady={purchase !== undefined && documents !== undefined}
      mark={<IllustrativeBadge series={series.series} />}
    >
      {purchase || documents?.length ? (
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 md:grid-cols-3">
          <Term name="Series">
            <span className="num wrap-anywhere">{series.token.symbol}</span>
          </Term>
          <Term name="Amount">{read ? <span className="num">{formatMoney(read)}</span> : none}</Term>
          <Term name="Unit price">
            <span className="num">{formatMoney(offering.unit_price)}</span>
          </Term>
          <Term name="Units">
            {purchase ? <span className="num wrap-anywhere">{formatUnits(purchase.units)}</span> : none}
          </Term>
          <Term name="Rounding remainder">
            {purchase ? <span className="num">{formatMoney(purchase.rest)}</span> : none}
          </Term>
          <Term name="Documents">
            {documents
              ? documents.length > 0
                ? documents.map(({ id, title, version }) => (
                    <span key={id} className="block wrap-anywhere">
                      {title}, version {version}
                    </span>
                  ))
                : 'None required'
              : none}
          </Term>
        </dl>
      ) : (
        <p className="text-[0.9375rem] text-ink-2">
          Your amount, units and acknowledged documents appear here for review.
        </p>
      )}
      <ol className="mt-5 grid list-decimal gap-1 border-line border-t pt-4 pl-5 text-[0.875rem] text-ink-2">
        <li>
          The investment team reviews your subscription. Your units are reserved in the meantime. There is no
          fixed decision date; subscriptions not decided within {DECISION_DAYS} days after the offering closes
          expire.
        </li>
        <li>
          Once approved, you have {formatCountOf(offering.payment_days, 'day')} to pay. Payment instructions
          appear on the subscription page.
        </li>
        <li>
          After payment is received, your units are allotted and entered in the register of holders in your
          name.
        </li>
      </ol>
      {compared && unit_value && (
        <p
          className={`mt-4 border-l-2 pl-3 text-[0.875rem] ${getPriceDirection(offering.unit_price, unit_value.preferred) === 'above' ? 'border-warn' : 'border-line-strong'}`}
        >
          The offering price is {applyReaderSeparators(compared)}: {formatMoney(offering.unit_price)} per
          unit, compared with a unit value of {formatMoney(unit_value.preferred)} on{' '}
          {formatCalendarDate(unit_value.as_of)}. After allotment, your holding is shown at the unit value.
        </p>
      )}
      <IdentityNote />
    </SubscribeStep>
  )
}

function Term({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-2">{name}</dt>
      <dd className="text-[0.9375rem]">{children}</dd>
    </div>
  )
}

/**
 * What the account still lacks: a confirmed email before submitting, if emails are sent, and a verified identity before
 * approval.
 */
function IdentityNote() {
  const profile = getData(useStore($profile))
  const isSent = useStore($isVerificationSent)
  if (!profile || (profile.is_verified && !profile.must_confirm_email)) return null
  return (
    <p className="mt-4 border-warn border-l-2 pl-3 text-[0.875rem]">
      {profile.must_confirm_email ? (
        <>
          Confirm your email address before you submit. Open the link we emailed you, or{' '}
          <Link to="/access/settings/security">request a new one</Link>.{' '}
        </>
      ) : (
        'You can submit now. '
      )}
      {!profile.is_verified && (
        <>
          {isSent
            ? 'The compliance team is verifying your identity. Your subscription can be approved once this is complete: '
            : 'Your identity is not yet verified. Your subscription can be approved only once it is: '}
          <Link to="/access/verification">{isSent ? 'view' : 'complete'} your verification</Link>.
        </>
      )}
    </p>
  )
}
