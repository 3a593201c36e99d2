import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Preferences, PreferencesBody } from '#contract/preferences'
import { explainLoad, explainRejection } from '#core/api/failures'
import { chooseTheme, themes } from '#core/browser/theme'
import { formatDay } from '#core/format/dated-moment'
import { formatDate, formatMoment, formatMoney, formatPercent } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { keepAppearance } from '#core/query/appearance'
import {
  $preferences,
  $savingPreferences,
  refreshPreferences,
  savePreferences,
} from '#core/query/preferences'
import { $ownDateFormat } from '#core/query/site-settings'
import { numberFormats } from '#shared/enums/preferences'
import { dateFormats } from '#shared/enums/site'
import { Banner } from '#ui/Banner'
import { Field, Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { SettingsPage } from './SettingsPage.tsx'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const choices = {
  theme: { label: 'Theme', hint: 'On every device on which you sign in.', options: themes },
  time_zone: {
    label: 'Time zone',
    hint: 'Of times of day, and of the daily mail. Bookings have the day in UTC.',
    options: [
      { value: '', label: `As this browser: ${Intl.DateTimeFormat().resolvedOptions().timeZone}` },
      ...optionsOf(['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]),
    ],
  },
  date_format: {
    label: 'Date format',
    hint: 'D is the day, M the month, Y the year.',
    // Without a day, dates of one month look the same.
    options: [
      { value: '', label: 'As the site' },
      ...optionsOf(dateFormats.filter((format) => format.includes('DD'))),
    ],
  },
  number_format: {
    label: 'Number format',
    hint: 'Of figures that are shown. Type amounts with a point, as in 1250.50.',
    options: optionsOf(numberFormats),
  },
} as const

type Choice = keyof typeof choices
const names = Object.keys(choices) as Choice[]

/** /access/settings/appearance: how the area looks, and how it writes dates and figures. */
export function AppearanceSettings() {
  const view = useStore($preferences)
  const [outcome, setOutcome] = useState<{ isSaved: boolean; message: string }>()
  const save = async (name: Choice, value: string) => {
    setOutcome(undefined)
    try {
      const stored = await savePreferences(name, { [name]: value } as PreferencesBody)
      keepAppearance(stored)
      if (name === 'theme') chooseTheme(stored.theme)
      setOutcome({ isSaved: true, message: `Saved: ${choices[name].label}` })
    } catch (error) {
      setOutcome({
        isSaved: false,
        message: explainRejection(error, 'Your choice could not be saved. Please try again.'),
      })
    }
  }
  return (
    <SettingsPage section="Appearance" lead="How pages look, and how dates and figures are written.">
      <Panel
        title="Appearance"
        note="In the investor area; public pages follow the theme alone."
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
          failure={explainLoad('Your preferences could not be loaded')}
          onRetry={refreshPreferences}
          loading={<Loading />}
        >
          {(stored) => <Choices stored={stored} onSave={(name, value) => void save(name, value)} />}
        </RemoteView>
      </Panel>
    </SettingsPage>
  )
}

interface ChoicesProps {
  /** As the server has stored them. */
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
                  // A zone that this browser does not list can have been stored by another one.
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

/** The same date, time and figures as they are written with what is chosen. Rendered again with every choice. */
function Preview() {
  const format = useStore($ownDateFormat)
  const now = new Date().toISOString()
  const written = {
    Date: format ? formatDate(now, format) : formatDay(now),
    'Time of day': formatMoment(now),
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
