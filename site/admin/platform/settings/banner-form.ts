import { type AdminBanner, adminBanner, BANNER_LENGTH_MAX } from '#contract/platform/banner'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { type AWAITING_APPROVAL, catchAwaitingApproval } from '#core/api/approval-requests'
import { getServerErrorMessage } from '#core/api/error-messages'
import { createForm } from '#core/form/form'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'

/** The announcement on all pages, current or expired. */
export const { $view: $banner, refresh: refreshBanner } = createAdminQuery<AdminBanner>(
  ['admin-banner'],
  () => callAdminApi(adminBanner.get),
)

export const bannerTextRules = { maxLength: BANNER_LENGTH_MAX }

/** Converts an instant to the value of a date-and-time input in this browser's zone, and back. */
const toLocal = (instant: string): string => {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const toInstant = (local: string): string => new Date(local).toISOString()

interface Values {
  text: string
  from: string
  to: string
  /** Removes the announcement, whatever the fields contain. */
  isRemoved: boolean
  /** For the approver of a new text. */
  reason: string
}

/** The stored announcement, or that the change awaits approval. */
type Saved = AdminBanner | typeof AWAITING_APPROVAL

/** Whether a second administrator must approve: the text is new, or shown at other times. */
export const needsSecond = (
  { text, from, to }: Pick<Values, 'text' | 'from' | 'to'>,
  { banner }: AdminBanner,
): boolean =>
  text.trim() !== '' &&
  !(banner && text.trim() === banner.text && from >= toLocal(banner.from) && to <= toLocal(banner.to))

/** The announcement form. */
export const createBannerForm = ({ banner, updated_at }: AdminBanner) =>
  createForm<Values, Saved>({
    initial: {
      ...(banner
        ? { text: banner.text, from: toLocal(banner.from), to: toLocal(banner.to) }
        : { text: '', from: '', to: '' }),
      isRemoved: false,
      reason: '',
    },
    check: ({ text, from, to, isRemoved }) => {
      if (isRemoved) return undefined
      const fieldErrors = {
        ...(text.trim() === '' && { text: 'Enter the announcement text' }),
        ...(!from && { from: 'Enter a start time' }),
        ...(!to && { to: 'Enter an end time' }),
        ...(to && new Date(to) <= new Date() && { to: 'The end time must be in the future' }),
        ...(from && to && from >= to && { to: 'The end time must be after the start time' }),
      }
      const [message] = Object.values(fieldErrors)
      return message ? { message, fieldErrors } : undefined
    },
    explain: (error) => getServerErrorMessage(error, 'The announcement could not be saved.'),
    save: async ({ text, from, to, isRemoved, reason }) => {
      const wanted = isRemoved ? null : { text, from: toInstant(from), to: toInstant(to) }
      const stored = await catchAwaitingApproval(
        callAdminApi(adminBanner.update, {
          body: { banner: wanted, updated_at, ...toReasonPayload(reason) },
        }),
      )
      void refreshBanner()
      return stored
    },
  })
