import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Preferences, PreferencesBody } from '#contract/messaging/preferences'
import { createLoadErrorMessage, getServerErrorMessage } from '#core/api/error-messages'
import { setTheme, themes } from '#core/browser/theme'
import { formatDate, formatDateTime, formatMoney, formatPercent } from '#core/format/format'
import { formatDay } from '#core/format/full-date-time'
import { formatUnits } from '#core/format/units'
import { saveAppearance } from '#core/query/messaging/appearance'
import {
  $preferences,
  $savingPreferences,
  refreshPreferences,
  savePreferences,
} from '#core/query/messaging/preferences'
import { $ownDateFormat } from '#core/query/platform/site-settings'
import { numberFormats } from '#shared/enums/preferences'
import { dateFormats } from '#shared/enums/site'
import { Banner } from '#ui/Banner'
import { Field, Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { SettingsLayout } from './SettingsLayout.tsx'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const choices = {
  theme: { label: 'Theme', hint: 'Applies on every device you sign in on.', options: themes },
  time_zone: {
    label: 'Time zone',
    hint: 'Used for times and for the daily digest. Transaction dates are in UTC.',
    options: [
      { value: '', label: `Browser default: ${Intl.DateTimeFormat().resolvedOptions().timeZone}` },
      ...optionsOf(['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]),
    ],
  },
  date_format: {
    label: 'Date format',
    hint: 'D = day, M = month, Y = year.',
    // Without a day above 12, some date formats look the same.
    options: [
      { value: '', label: 'Site default' },
      ...optionsOf(dateFormats.filter((format) => format.includes('DD'))),
    ],
  },
  number_format: {
    label: 'Number format',
    hint: 'Used for displayed figures. Enter amounts with a decimal point, for example 1250.50.',
    options: optionsOf(numberFormats),
  },
} as const

type Choice = keyof typeof choices
const names = Object.keys(choices) as Choice[]

/** /access/settings/appearance: the theme, and date and number formats. */
export function AppearanceSettings() {
  const view = useStore($preferences)
  const [outcome, setOutcome] = useState<{ isSaved: boolean; message: string }>()
  const save = async (name: Choice, value: string) => {
    setOutcome(undefined)
    try {
      const stored = await savePreferences(name, { [name]: value } as PreferencesBody)
      saveAppearance(stored)
      if (name === 'theme') setTheme(stored.theme)
      setOutcome({ isSaved: true, message: `Saved: ${choices[name].label}` })
    } catch (error) {
      setOutcome({
        isSaved: false,
        message: getServerErrorMessage(error, 'Your preference could not be saved. Please try again.'),
      })
    }
  }
  return (
    <SettingsLayout section="Appearance" lead="Theme, time zone, and date and number formats.">
      <Panel
        title="Appearance"
        note="Applies to the investor area. Public pages use only the theme."
        aside={
          <p role="status" className="text-[0.875rem] text-gain">
            {outcome?.isSaved && outcome.message}
          </p>
        }
        className="mt-5"
      >
        {outcome && !outcome.isSaved && (
          <div className="px-[22px] pt-4 max-sm:px-4">
            <Banner kind="error">{outcome.message}</Banner>
          </div>
        )}
        <RemoteView
          view={view}
          failure={createLoadErrorMessage('Your preferences could not be loaded')}
          onRetry={refreshPreferences}
          loading={<Loading />}
        >
          {(stored) => <Choices stored={stored} onSave={(name, value) => void save(name, value)} />}
        </RemoteView>
      </Panel>
    </SettingsLayout>
  )
}

interface ChoicesProps {
  /** As stored by the server. */
  stored: Preferences
  onSave: (name: Choice, value: string) => void
}

function Choices({ stored, onSave }: ChoicesProps) {
  const saving = useStore($savingPreferences)
  return (
    <>
      <div className="grid gap-x-6 gap-y-5 px-[22px] py-5 max-sm:px-4 sm:grid-cols-2">
        {names.map((name) => {
          const { label, hint, options } = choices[name]
          const isSaving = saving.includes(name)
          const isListed = options.some(({ value }) => value === stored[name])
          return (
            <Field key={name} label={label} hint={hint} filter>
              {(wiring) => (
                <Select
                  {...wiring}
                  aria-busy={isSaving || undefined}
                  // Another browser may have stored a zone that this one does not list.
                  options={isListed ? options : [...options, ...optionsOf([stored[name]])]}
                  value={stored[name]}
                  onChange={({ target }) => isSaving || onSave(name, target.value)}
                />
              )}
            </Field>
          )
        })}
      </div>
      <Preview />
    </>
  )
}

/** A sample date, time and figures in the selected formats. Rerendered with every selection. */
function Preview() {
  const format = useStore($ownDateFormat)
  const now = new Date().toISOString()
  const written = {
    Date: format ? formatDate(now, format) : formatDay(now),
    'Time of day': formatDateTime(now),
    Amount: formatMoney('1234567.89'),
    Units: formatUnits('1626.01626'),
    Change: formatPercent('-1.25'),
  }
  return (
    <dl
      aria-label="Preview"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-6 gap-y-4 border-line border-t bg-sunken px-[22px] py-4 wrap-anywhere max-sm:px-4"
    >
      {Object.entries(written).map(([name, text]) => (
        <div key={name}>
          <dt className="text-[0.8125rem] text-ink-2">{name}</dt>
          <dd className="num mt-0.5 text-[0.9375rem]">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-x-6 gap-y-5 px-[22px] py-5 max-sm:px-4 sm:grid-cols-2">
      <span className="visually-hidden">Loading your preferences</span>
      {names.map((name) => (
        <Skeleton key={name} className="h-20" />
      ))}
    </div>
  )
}
