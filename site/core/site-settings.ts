import { atom } from 'nanostores'
import { siteSettings } from '#contract/site-settings'
import { call } from './api.ts'
import { onBrowserMount } from './browser-mount.ts'
import type { DateFormat } from './format.ts'
import { createQuery } from './query.ts'

/** How dates are written when the settings say nothing. */
const DEFAULT_DATE_FORMAT: DateFormat = 'MM/DD/YY'

const $settings = createQuery<DateFormat>('date-format', {
  fetcher: async () => (await call(siteSettings.read)).date_format,
})

/** How the site writes dates; undefined until that is known. A failure is silent and leaves the default. */
export const $dateFormat = atom<DateFormat | undefined>(undefined)

onBrowserMount($dateFormat, () =>
  $settings.subscribe(({ data, error }) => {
    if (data || error) $dateFormat.set(data ?? DEFAULT_DATE_FORMAT)
  }),
)
