/** The form of a subscription: an amount, and the versions of documents that were acknowledged. */
import { type Subscription, subscriptions } from '#contract/subscriptions'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { NetworkFailure } from '#core/api/problems'
import { keepDraft, readDraft } from '#core/form/draft'
import { createForm, type Form, type Rejection } from '#core/form/form'
import type { PublicSeries } from '#core/query/series'
import { decimal } from '#shared/asset/decimal'
import { type Bounds, readAmount, refuseAmount } from './offering.ts'

export interface SubscribeValues {
  /** As typed. */
  amount: string
  /** Ids of document versions. */
  acknowledged: readonly number[]
}

export type SubscribeForm = Form<SubscribeValues, Subscription>
type SeriesDocument = PublicSeries['documents'][number]

/** The version of a document that was opened on this page. */
export interface OpenedVersion {
  id: number
  version: number
}
/** By document, see `keyOf`. */
export type OpenedVersions = Readonly<Record<string, OpenedVersion>>

/** Names a document whatever its version. */
export const keyOf = ({ kind, title }: SeriesDocument): string => `${kind} ${title}`

export const isOpened = (document: SeriesDocument, opened: OpenedVersions): boolean =>
  opened[keyOf(document)]?.id === document.id

/** The documents that have to be acknowledged. */
export const requiredOf = ({ documents }: PublicSeries): SeriesDocument[] =>
  documents.filter(({ must_acknowledge }) => must_acknowledge)

/** What the form is about now: it changes while the page is open. */
export interface Subject {
  symbol: string
  bounds: Bounds
  required: readonly SeriesDocument[]
}

const draftOf = (code: string) => `subscribe ${code}`

interface Draft extends SubscribeValues {
  opened: OpenedVersions
}

/** What was entered before a reload or a sign-out in another tab. */
export function readSubscribeDraft(code: string): Draft {
  const { amount = '', acknowledged = '[]', opened = '{}' } = readDraft(draftOf(code))
  try {
    return { amount, acknowledged: JSON.parse(acknowledged), opened: JSON.parse(opened) }
  } catch {
    return { amount, acknowledged: [], opened: {} }
  }
}

export function keepSubscribeDraft(code: string, { amount, acknowledged, opened }: Draft): void {
  keepDraft(draftOf(code), {
    amount,
    acknowledged: acknowledged.length > 0 ? JSON.stringify(acknowledged) : '',
    opened: Object.keys(opened).length > 0 ? JSON.stringify(opened) : '',
  })
}

export const clearSubscribeDraft = (code: string): void => keepDraft(draftOf(code), {})

/** Why the values cannot be sent; undefined when they can. */
export function checkValues(
  { amount, acknowledged }: SubscribeValues,
  { bounds, required }: Subject,
): Rejection<SubscribeValues> | undefined {
  const refused = refuseAmount(amount, bounds)
  const missing = required.filter(({ id }) => !acknowledged.includes(id))
  if (!refused && missing.length === 0) return undefined
  const names = missing.map(({ title }) => title).join(', ')
  return {
    message: '',
    fieldErrors: {
      ...(refused && { amount: refused }),
      ...(missing.length > 0 && { acknowledged: `Open and acknowledge: ${names}` }),
    },
  }
}

const explain = (error: unknown): string =>
  error instanceof NetworkFailure
    ? 'Your subscription may not have reached us. Check your connection and send it again: it is stored once.'
    : explainRejection(error, 'Your subscription could not be submitted. Please try again.')

/** The form of a code's series. `subject` is read when it is sent. */
export const createSubscribeForm = (code: string, subject: () => Subject | undefined): SubscribeForm => {
  const { amount, acknowledged } = readSubscribeDraft(code)
  return createForm<SubscribeValues, Subscription>({
    initial: { amount, acknowledged },
    check: (values) => {
      const now = subject()
      return now ? checkValues(values, now) : { message: 'The series is still loading.', fieldErrors: {} }
    },
    save: async (values, idempotencyKey) => {
      const { symbol = '', required = [] } = subject() ?? {}
      const body = {
        symbol,
        amount: decimal(readAmount(values.amount) ?? '0').toFixed(2),
        acknowledged: required.map(({ id }) => id).filter((id) => values.acknowledged.includes(id)),
      }
      return (await callInvestor(subscriptions.create, { body }, { idempotencyKey })).subscription
    },
    explain,
  })
}
