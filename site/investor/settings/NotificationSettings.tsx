import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import type { Preferences } from '#contract/preferences'
import { explainLoad, explainRejection } from '#core/api/failures'
import {
  $preferences,
  $savingPreferences,
  refreshPreferences,
  savePreferences,
} from '#core/query/preferences'
import { type EmailWay, type NotificationKind, notificationKinds } from '#shared/enums/notifications'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { Switch } from '#ui/Switch'
import { SettingsPage } from './SettingsPage.tsx'

const kinds: Record<NotificationKind, { label: string; about: string }> = {
  transaction: { label: 'Transactions', about: 'Deposits, withdrawals and distributions' },
  investment: { label: 'Investments', about: 'Requests, subscriptions and units' },
  portfolio: { label: 'Portfolio', about: 'Changes of values and valuations' },
  document: { label: 'Documents', about: 'New documents of series that you hold' },
  announcement: { label: 'Announcements', about: 'News of the platform, and replies of support' },
  security: { label: 'Security', about: 'Sign-ins, passwords and second factors' },
}

const wayOptions: { value: EmailWay; label: string }[] = [
  { value: 'now', label: 'At once' },
  { value: 'daily', label: 'In the daily mail' },
  { value: 'off', label: 'Not mailed' },
]

type Change = Partial<{ bell: boolean; email: EmailWay }>

/** /access/settings/notifications: what the investor is told of, and how. */
export function NotificationSettings() {
  const view = useStore($preferences)
  const [outcome, setOutcome] = useState<{ isSaved: boolean; message: string }>()
  const save = async (kind: NotificationKind, change: Change) => {
    setOutcome(undefined)
    try {
      await savePreferences(kind, { notifications: { [kind]: change } })
      setOutcome({ isSaved: true, message: `Saved: ${kinds[kind].label}` })
    } catch (error) {
      setOutcome({
        isSaved: false,
        message: `${kinds[kind].label} could not be saved. ${explainRejection(error, 'Please try again.')}`,
      })
    }
  }
  return (
    <SettingsPage section="Notifications" lead="What we tell you, and how.">
      <Panel
        title="Notifications"
        note="The daily mail comes at eight in the morning in your time zone, and only when there is something to tell."
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
          {({ notifications }) => (
            <ul className="@container">
              {notificationKinds.map((kind) => (
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
    </SettingsPage>
  )
}

interface KindProps {
  kind: NotificationKind
  /** As the server has stored them. */
  ways: Preferences['notifications'][NotificationKind]
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
          <p className="text-[0.875rem] text-ink-2">In the bell</p>
          <p className="text-[0.875rem] text-ink-2 @min-[36rem]:min-w-[14.75rem]">Mailed at once</p>
        </>
      ) : (
        <>
          <Switch
            on={bell}
            label={`${label} under the bell`}
            word={bell ? 'In the bell' : 'Not shown'}
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
              onChange={({ target }) => isSaving || onSave({ email: target.value as EmailWay })}
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
      {notificationKinds.map((kind) => (
        <div key={kind} className="border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4">
          <Skeleton className="h-11" />
        </div>
      ))}
    </div>
  )
}
