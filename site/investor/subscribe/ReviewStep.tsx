import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { countOf, formatCalendarDate, formatMoney } from '#core/format/format'
import { compareWithValue, directionOf } from '#core/format/price-against-value'
import { punctuate } from '#core/format/reader'
import { formatUnits } from '#core/format/units'
import { $profile } from '#core/query/profile'
import { dataOf } from '#core/query/remote'
import type { PublicSeries } from '#core/query/series'
import { $isVerificationSent } from '#core/query/verification'
import { DECISION_DAYS } from '#shared/asset/decision-days'
import { purchaseOf } from '#shared/asset/subscription'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { readAmount } from './offering.ts'
import { Step } from './Step.tsx'

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
  const read = amount === undefined ? undefined : readAmount(amount)
  const purchase = read === undefined ? undefined : purchaseOf(read, offering.unit_price)
  const { unit_value } = series.series
  const compared = compareWithValue(offering.unit_price, unit_value?.preferred)
  const none = <span className="text-ink-3">–</span>
  return (
    <Step
      number={3}
      title="Review"
      isReady={purchase !== undefined && documents !== undefined}
      mark={<IllustrativeMark of={series.series} />}
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
                : 'None asked for'
              : none}
          </Term>
        </dl>
      ) : (
        <p className="text-[0.9375rem] text-ink-2">
          Your amount, its units and the documents that you acknowledged appear here before you submit.
        </p>
      )}
      <ol className="mt-5 grid list-decimal gap-1 border-line border-t pt-4 pl-5 text-[0.875rem] text-ink-2">
        <li>
          The investment team reviews your subscription. Its units are reserved for you meanwhile. There is no
          fixed date for the decision; what is not decided {DECISION_DAYS} days after the offering has closed
          expires.
        </li>
        <li>
          Once it is approved, you have {countOf(offering.payment_days, 'day')} to pay. The subscription shows
          how.
        </li>
        <li>When the payment has arrived, the units are entered in the register of holders in your name.</li>
      </ol>
      {compared && unit_value && (
        <p
          className={`mt-4 border-l-2 pl-3 text-[0.875rem] ${directionOf(offering.unit_price, unit_value.preferred) === 'above' ? 'border-warn' : 'border-line-strong'}`}
        >
          You pay {punctuate(compared)}: one unit costs {formatMoney(offering.unit_price)} and was valued at{' '}
          {formatMoney(unit_value.preferred)} on {formatCalendarDate(unit_value.as_of)}. What you hold is
          shown at the unit value from the allotment on.
        </p>
      )}
      <IdentityNote />
    </Step>
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

/** What an account still lacks: a confirmed email before submitting, where mail is sent, and a verified identity before the approval. */
function IdentityNote() {
  const profile = dataOf(useStore($profile))
  const isSent = useStore($isVerificationSent)
  if (!profile || (profile.is_verified && !profile.must_confirm_email)) return null
  return (
    <p className="mt-4 border-warn border-l-2 pl-3 text-[0.875rem]">
      {profile.must_confirm_email ? (
        <>
          Confirm your email address before you submit: follow the link that we have mailed you, or have{' '}
          <Link to="/access/settings/security">another one sent</Link>.{' '}
        </>
      ) : (
        'You can submit now. '
      )}
      {!profile.is_verified && (
        <>
          {isSent
            ? 'The compliance team checks your identity, and the subscription can be approved after that: '
            : 'Your identity is not verified yet, and the subscription can be approved only after that: '}
          <Link to="/access/verification">{isSent ? 'see' : 'go to'} your verification</Link>.
        </>
      )}
    </p>
  )
}
