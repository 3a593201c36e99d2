import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import type { Preferences } from '#contract/messaging/preferences'
import { createLoadErrorMessage, getServerErrorMessage } from '#core/api/error-messages'
import {
  $preferences,
  $savingPreferences,
  refreshPreferences,
  savePreferences,
} from '#core/query/messaging/preferences'
import { type EmailFrequency, type NotificationTopic, notificationTopics } from '#shared/enums/notifications'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { Switch } from '#ui/Switch'
import { SettingsLayout } from './SettingsLayout.tsx'

const kinds: Record<NotificationTopic, { label: string; about: string }> = {
  transaction: { label: 'Transactions', about: 'Deposits, withdrawals and distributions' },
  investment: { label: 'Investments', about: 'Requests, subscriptions and units' },
  portfolio: { label: 'Portfolio', about: 'Portfolio value and valuation updates' },
  document: { label: 'Documents', about: 'New documents for series you hold' },
  announcement: { label: 'Announcements', about: 'Platform news and support replies' },
  security: { label: 'Security', about: 'Sign-ins, passwords and two-step verification' },
}

const wayOptions: { value: EmailFrequency; label: string }[] = [
  { value: 'now', label: 'Immediately' },
  { value: 'daily', label: 'Daily digest' },
  { value: 'off', label: 'Off' },
]

type Change = Partial<{ bell: boolean; email: EmailFrequency }>

/** /access/settings/notifications: which notifications the investor receives, and how. */
export function NotificationSettings() {
  const view = useStore($preferences)
  const [outcome, setOutcome] = useState<{ isSaved: boolean; message: string }>()
  const save = async (kind: NotificationTopic, change: Change) => {
    setOutcome(undefined)
    try {
      await savePreferences(kind, { notifications: { [kind]: change } })
      setOutcome({ isSaved: true, message: `Saved: ${kinds[kind].label}` })
    } catch (error) {
      setOutcome({
        isSaved: false,
        message: `${kinds[kind].label} could not be saved. ${getServerErrorMessage(error, 'Please try again.')}`,
      })
    }
  }
  return (
    <SettingsLayout section="Notifications" lead="Choose what we notify you about, and how.">
      <Panel
        title="Notifications"
        note="The daily digest is sent at 8 a.m. in your time zone, only when there is something to report."
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
          {({ notifications }) => (
            <ul className="@container">
              {notificationTopics.map((kind) => (
                <Kind
                  key={kind}
                  kind={kind}
                  ways={notifications[kind]}
                  onSave={(change) => void save(kind, change)}
                />
              ))}
            </ul>
          )}
        </RemoteView>
      </Panel>
    </SettingsLayout>
  )
}

interface KindProps {
  kind: NotificationTopic
  /** As stored by the server. */
  ways: Preferences['notifications'][NotificationTopic]
  onSave: (change: Change) => void
}

function Kind({ kind, ways: { bell, email }, onSave }: KindProps) {
  const isSaving = useStore($savingPreferences).includes(kind)
  const selectId = useId()
  const { label, about } = kinds[kind]
  return (
    <li className="grid grid-cols-1 items-center gap-x-6 gap-y-2 border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4 @min-[36rem]:grid-cols-[minmax(0,1fr)_8rem_auto]">
      <p className="wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-2.5 font-medium">
          {label}
          {kind === 'security' && <Badge tone="gain">Always on</Badge>}
        </span>
        <span className="block text-[0.875rem] text-ink-2">{about}</span>
      </p>
      {kind === 'security' ? (
        <>
          <p className="text-[0.875rem] text-ink-2">In app</p>
          <p className="text-[0.875rem] text-ink-2 @min-[36rem]:min-w-[14.75rem]">Immediate email</p>
        </>
      ) : (
        <>
          <Switch
            on={bell}
            label={`${label} in app`}
            word={bell ? 'In app' : 'Off'}
            busy={isSaving}
            onChange={(on) => onSave({ bell: on })}
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:justify-between">
            <label htmlFor={selectId} className="flex-none text-[0.875rem] whitespace-nowrap text-ink-2">
              By email
            </label>
            <Select
              id={selectId}
              className="min-w-0 max-sm:max-w-[12rem] max-sm:grow max-sm:basis-[10.5rem] max-sm:px-[8px]! sm:w-42"
              aria-label={`${label} by email`}
              aria-busy={isSaving || undefined}
              options={wayOptions}
              value={email}
              onChange={({ target }) => isSaving || onSave({ email: target.value as EmailFrequency })}
            />
          </div>
        </>
      )}
    </li>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading your preferences</span>
      {notificationTopics.map((kind) => (
        <div key={kind} className="border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4">
          <Skeleton className="h-11" />
        </div>
      ))}
    </div>
  )
}
