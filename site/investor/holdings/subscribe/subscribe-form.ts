/** The subscription form: an amount, and the acknowledged document versions. */
import { type Subscription, subscriptions } from '#contract/holdings/subscriptions'
import { NetworkError } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm, type Form, type FormErrors } from '#core/form/form'
import { getDraft, saveDraft } from '#core/form/form-draft'
import type { PublicSeries } from '#core/query/catalog/series'
import { toDecimal } from '#shared/calculations/decimal'
import { parseTypedAmount, type SubscriptionLimits, validateAmount } from './offering-limits.ts'

export interface SubscribeValues {
  /** As typed. */
  amount: string
  /** Ids of document versions. */
  acknowledged: readonly number[]
}

export type SubscribeFormState = Form<SubscribeValues, Subscription>
type SeriesDocument = PublicSeries['documents'][number]

/** The document version opened on this page. */
export interface OpenedVersion {
  id: number
  version: number
}
/** By document, see `keyOf`. */
export type OpenedVersions = Readonly<Record<string, OpenedVersion>>

/** Identifies a document regardless of its version. */
export const getDocumentKey = ({ kind, title }: SeriesDocument): string => `${kind} ${title}`

export const isOpened = (document: SeriesDocument, opened: OpenedVersions): boolean =>
  opened[getDocumentKey(document)]?.id === document.id

/** The documents that must be acknowledged. */
export const listRequiredDocuments = ({ documents }: PublicSeries): SeriesDocument[] =>
  documents.filter(({ must_acknowledge }) => must_acknowledge)

/** The current subject of the form, which changes while the page is open. */
export interface SubscribeContext {
  symbol: string
  bounds: SubscriptionLimits
  required: readonly SeriesDocument[]
}

const draftOf = (code: string) => `subscribe ${code}`

interface Draft extends SubscribeValues {
  opened: OpenedVersions
}

/** Input from before a reload or a sign-out in another tab. */
export function getSubscribeDraft(code: string): Draft {
  const { amount = '', acknowledged = '[]', opened = '{}' } = getDraft(draftOf(code))
  try {
    return { amount, acknowledged: JSON.parse(acknowledged), opened: JSON.parse(opened) }
  } catch {
    return { amount, acknowledged: [], opened: {} }
  }
}

export function saveSubscribeDraft(code: string, { amount, acknowledged, opened }: Draft): void {
  saveDraft(draftOf(code), {
    amount,
    acknowledged: acknowledged.length > 0 ? JSON.stringify(acknowledged) : '',
    opened: Object.keys(opened).length > 0 ? JSON.stringify(opened) : '',
  })
}

export const clearSubscribeDraft = (code: string): void => saveDraft(draftOf(code), {})

/** Why the values cannot be sent; undefined if they can. */
export function validateSubscription(
  { amount, acknowledged }: SubscribeValues,
  { bounds, required }: SubscribeContext,
): FormErrors<SubscribeValues> | undefined {
  const refused = validateAmount(amount, bounds)
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
  error instanceof NetworkError
    ? 'We may not have received your subscription. Check your connection and submit again; it will not be duplicated.'
    : getServerErrorMessage(error, 'Your subscription could not be submitted. Please try again.')

/** The form for the series with this code. `subject` is read on submit. */
export const createSubscribeForm = (
  code: string,
  subject: () => SubscribeContext | undefined,
): SubscribeFormState => {
  const { amount, acknowledged } = getSubscribeDraft(code)
  return createForm<SubscribeValues, Subscription>({
    initial: { amount, acknowledged },
    check: (values) => {
      const now = subject()
      return now
        ? validateSubscription(values, now)
        : { message: 'Still loading the series.', fieldErrors: {} }
    },
    save: async (values, idempotencyKey) => {
      const { symbol = '', required = [] } = subject() ?? {}
      const body = {
        symbol,
        amount: toDecimal(parseTypedAmount(values.amount) ?? '0').toFixed(2),
        acknowledged: required.map(({ id }) => id).filter((id) => values.acknowledged.includes(id)),
      }
      return (await callInvestor(subscriptions.create, { body }, { idempotencyKey })).subscription
    },
    explain,
  })
}
