import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Subscription } from '#contract/subscriptions'
import { RejectedCall } from '#core/api/problems'
import { countOf } from '#core/format/format'
import { subscriptionPath } from '#core/format/series-paths'
import { $profile } from '#core/query/profile'
import { dataOf } from '#core/query/remote'
import type { PublicSeries } from '#core/query/series'
import { refreshSubscriptions } from '#core/query/subscriptions'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { AmountStep } from './AmountStep.tsx'
import { CountryNotice } from './CountryNotice.tsx'
import { DocumentsStep } from './DocumentsStep.tsx'
import { OfferingFacts } from './OfferingFacts.tsx'
import { boundsOf, refuseAmount } from './offering.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { SubmitStep } from './SubmitStep.tsx'
import {
  clearSubscribeDraft,
  createSubscribeForm,
  isOpened,
  keepSubscribeDraft,
  keyOf,
  readSubscribeDraft,
  requiredOf,
  type Subject,
} from './subscribe-form.ts'

interface SubscribeStepsProps {
  code: string
  /** With an offering that takes subscriptions. */
  series: PublicSeries
  /** The investor's own. */
  subscriptions: readonly Subscription[]
  /** The server knows a newer state of the series. */
  onOutdated: () => Promise<void>
}

/** The form on one screen: amount, documents, review, submit. */
export function SubscribeSteps({ code, series, subscriptions, onOutdated }: SubscribeStepsProps) {
  const subject = useRef<Subject>(undefined)
  const [form] = useState(() => createSubscribeForm(code, () => subject.current))
  const [opened, setOpened] = useState(() => readSubscribeDraft(code).opened)
  const { values, fieldErrors, status } = useStore(form.$state)
  const profile = dataOf(useStore($profile))
  const element = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { offering } = series
  if (!offering) throw new Error('An offering is needed to subscribe')

  const required = requiredOf(series)
  const bounds = boundsOf(offering, subscriptions)
  subject.current = { symbol: series.token.symbol, bounds, required }
  const acknowledged = required.filter(
    (document) => isOpened(document, opened) && values.acknowledged.includes(document.id),
  )
  const isAmountReady = refuseAmount(values.amount, bounds) === undefined
  const areDocumentsReady = acknowledged.length === required.length

  useEffect(() => {
    // Once it is submitted, the kept text is gone.
    if (status.name !== 'saved') keepSubscribeDraft(code, { ...values, opened })
  }, [code, values, opened, status])

  useEffect(() => {
    if (status.name !== 'failed') return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-failed]')?.focus()
    // Whatever was refused, what is shown may be out of date.
    if (!(status.error instanceof RejectedCall)) return
    void onOutdated()
    void refreshSubscriptions()
  }, [status, onOutdated])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const stored = await form.submit()
    if (!stored) return
    clearSubscribeDraft(code)
    void navigate(subscriptionPath(stored.id), { state: { submitted: true } })
  }

  const acknowledge = (id: number, isOn: boolean) =>
    form.set(
      'acknowledged',
      isOn ? [...values.acknowledged, id] : values.acknowledged.filter((each) => each !== id),
    )

  return (
    <form
      ref={element}
      noValidate
      data-draft
      onSubmit={submit}
      aria-busy={status.name === 'saving'}
      className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-[minmax(0,1fr)_20rem]"
    >
      {/* First on a phone: what decides comes before the button. */}
      <div className="min-w-0 @min-[58rem]:sticky @min-[58rem]:top-20 @min-[58rem]:col-start-2">
        <OfferingFacts series={series} offering={offering} />
      </div>
      <div className="grid min-w-0 gap-5 @min-[58rem]:col-start-1 @min-[58rem]:row-start-1">
        <CountryNotice offering={offering} />
        <AmountStep
          amount={values.amount}
          bounds={bounds}
          error={fieldErrors.amount}
          isReady={isAmountReady}
          onChange={(amount) => form.set('amount', amount)}
        />
        <DocumentsStep
          mark={<IllustrativeMark of={series.series} />}
          required={required}
          others={series.documents.filter(({ must_acknowledge }) => !must_acknowledge)}
          opened={opened}
          acknowledged={values.acknowledged}
          error={fieldErrors.acknowledged && (messageOf(status) || fieldErrors.acknowledged)}
          isReady={areDocumentsReady}
          onOpen={(document) =>
            setOpened((before) => ({
              ...before,
              [keyOf(document)]: { id: document.id, version: document.version },
            }))
          }
          onAcknowledge={acknowledge}
        />
        <ReviewStep
          series={series}
          offering={offering}
          amount={isAmountReady ? values.amount : undefined}
          documents={areDocumentsReady ? acknowledged : undefined}
        />
        <SubmitStep
          status={status}
          hasFieldErrors={Object.keys(fieldErrors).length > 0}
          missing={[
            ...(isAmountReady ? [] : [{ step: 1, label: 'an amount within the bounds' }]),
            ...(areDocumentsReady
              ? []
              : [
                  { step: 2, label: `${countOf(required.length - acknowledged.length, 'document')} to read` },
                ]),
            ...(profile?.must_confirm_email ? [{ step: 3, label: 'a confirmed email address' }] : []),
          ]}
        />
      </div>
    </form>
  )
}

/** The sentence of the server about what it refused. */
const messageOf = (status: { name: string; message?: string }): string =>
  status.name === 'failed' ? (status.message ?? '') : ''
