import { type AdminBanner, adminBanner, BANNER_MAX } from '#contract/banner'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import { createForm } from '#core/form/form'

/** The announcement on all pages, over or not. */
export const { $view: $announcement, refresh: refreshAnnouncement } = createAdminQuery<AdminBanner>(
  ['admin-banner'],
  () => callAdmin(adminBanner.read),
)

export const textRules = { maxLength: BANNER_MAX }

/** An instant as the value of an input for date and time, in the zone of this browser; and back. */
const toLocal = (instant: string): string => {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const toInstant = (local: string): string => new Date(local).toISOString()

interface Values {
  text: string
  from: string
  to: string
  /** The announcement is taken away, whatever the fields have. */
  isRemoved: boolean
}

/** The form of an announcement. */
export const createAnnouncementForm = ({ banner, updated_at }: AdminBanner) =>
  createForm<Values, AdminBanner>({
    initial: banner
      ? { text: banner.text, from: toLocal(banner.from), to: toLocal(banner.to), isRemoved: false }
      : { text: '', from: '', to: '', isRemoved: false },
    check: ({ text, from, to, isRemoved }) => {
      if (isRemoved) return undefined
      const fieldErrors = {
        ...(text.trim() === '' && { text: 'Enter what is announced' }),
        ...(!from && { from: 'Enter when it begins' }),
        ...(!to && { to: 'Enter when it ends' }),
        ...(to && new Date(to) <= new Date() && { to: 'This time is over: enter a later end' }),
        ...(from && to && from >= to && { to: 'The end must be after the beginning' }),
      }
      const [message] = Object.values(fieldErrors)
      return message ? { message, fieldErrors } : undefined
    },
    explain: (error) => explainRejection(error, 'The announcement could not be saved.'),
    save: async ({ text, from, to, isRemoved }) => {
      const wanted = isRemoved ? null : { text, from: toInstant(from), to: toInstant(to) }
      const stored = await callAdmin(adminBanner.update, {
        body: { banner: wanted, updated_at },
      })
      void refreshAnnouncement()
      return stored
    },
  })
