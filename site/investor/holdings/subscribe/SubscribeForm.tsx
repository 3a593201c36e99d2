import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Subscription } from '#contract/holdings/subscriptions'
import { ApiError } from '#core/api/call-errors'
import { formatCountOf } from '#core/format/format'
import { getSubscriptionPath } from '#core/format/series-paths'
import type { PublicSeries } from '#core/query/catalog/series'
import { refreshSubscriptions } from '#core/query/holdings/subscriptions'
import { $profile } from '#core/query/identity/profile'
import { getData } from '#core/query/remote'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { AmountStep } from './AmountStep.tsx'
import { DocumentsStep } from './DocumentsStep.tsx'
import { IneligibleCountryNotice } from './IneligibleCountryNotice.tsx'
import { OfferingFacts } from './OfferingFacts.tsx'
import { getSubscriptionLimits, validateAmount } from './offering-limits.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { SubmitStep } from './SubmitStep.tsx'
import {
  clearSubscribeDraft,
  createSubscribeForm,
  getDocumentKey,
  getSubscribeDraft,
  isOpened,
  listRequiredDocuments,
  type SubscribeContext,
  saveSubscribeDraft,
} from './subscribe-form.ts'

interface SubscribeStepsProps {
  code: string
  /** With an offering open for subscription. */
  series: PublicSeries
  /** The investor's own subscriptions. */
  subscriptions: readonly Subscription[]
  /** The server has a newer state of the series. */
  onOutdated: () => Promise<void>
}

/** The form on one screen: amount, documents, review, submit. */
export function SubscribeForm({ code, series, subscriptions, onOutdated }: SubscribeStepsProps) {
  const subject = useRef<SubscribeContext>(undefined)
  const [form] = useState(() => createSubscribeForm(code, () => subject.current))
  const [opened, setOpened] = useState(() => getSubscribeDraft(code).opened)
  const { values, fieldErrors, status } = useStore(form.$state)
  const profile = getData(useStore($profile))
  const element = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { offering } = series
  if (!offering) throw new Error('An offering is needed to subscribe')

  const required = listRequiredDocuments(series)
  const bounds = getSubscriptionLimits(offering, subscriptions)
  subject.current = { symbol: series.token.symbol, bounds, required }
  const acknowledged = required.filter(
    (document) => isOpened(document, opened) && values.acknowledged.includes(document.id),
  )
  const isAmountReady = validateAmount(values.amount, bounds) === undefined
  const areDocumentsReady = acknowledged.length === required.length

  useEffect(() => {
    // The draft is removed once it is submitted.
    if (status.name !== 'saved') saveSubscribeDraft(code, { ...values, opened })
  }, [code, values, opened, status])

  useEffect(() => {
    if (status.name !== 'failed') return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-failed]')?.focus()
    // After any rejection, what is shown may be outdated.
    if (!(status.error instanceof ApiError)) return
    void onOutdated()
    void refreshSubscriptions()
  }, [status, onOutdated])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const stored = await form.submit()
    if (!stored) return
    clearSubscribeDraft(code)
    void navigate(getSubscriptionPath(stored.id), { state: { submitted: true } })
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
      {/* First on a phone, so that the deciding facts come before the button. */}
      <div className="min-w-0 @min-[58rem]:sticky @min-[58rem]:top-20 @min-[58rem]:col-start-2">
        <OfferingFacts series={series} offering={offering} />
      </div>
      <div className="grid min-w-0 gap-5 @min-[58rem]:col-start-1 @min-[58rem]:row-start-1">
        <IneligibleCountryNotice offering={offering} />
        <AmountStep
          amount={values.amount}
          bounds={bounds}
          error={fieldErrors.amount}
          isReady={isAmountReady}
          onChange={(amount) => form.set('amount', amount)}
        />
        <DocumentsStep
          mark={<IllustrativeBadge series={series.series} />}
          required={required}
          others={series.documents.filter(({ must_acknowledge }) => !must_acknowledge)}
          opened={opened}
          acknowledged={values.acknowledged}
          error={fieldErrors.acknowledged && (messageOf(status) || fieldErrors.acknowledged)}
          isReady={areDocumentsReady}
          onOpen={(document) =>
            setOpened((before) => ({
              ...before,
              [getDocumentKey(document)]: { id: document.id, version: document.version },
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
            ...(isAmountReady ? [] : [{ step: 1, label: 'an amount within the limits' }]),
            ...(areDocumentsReady
              ? []
              : [
                  {
                    step: 2,
                    label: `${formatCountOf(required.length - acknowledged.length, 'document')} to read`,
                  },
                ]),
            ...(profile?.must_confirm_email ? [{ step: 3, label: 'a confirmed email address' }] : []),
          ]}
        />
      </div>
    </form>
  )
}

/** The server's message about what it rejected. */
const messageOf = (status: { name: string; message?: string }): string =>
  status.name === 'failed' ? (status.message ?? '') : ''
