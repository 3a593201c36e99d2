import { useStore } from '@nanostores/react'
import { useState } from 'react'
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
  document: { label: 'Documents', about: 'New statements, reports and certificates' },
  announcement: { label: 'Announcements', about: 'News of the platform, and replies of support' },
  security: { label: 'Security', about: 'Sign-ins, passwords and second factors' },
}

const wayOptions: { value: EmailWay; label: string }[] = [
  { value: 'now', label: 'At once' },
  { value: 'daily', label: 'In the daily mail' },
  { value: 'off', label: 'Not mailed' },
]

/** /access/settings/notifications: what the investor is told of, and how. */
export function NotificationSettings() {
  const view = useStore($preferences)
  return (
    <SettingsPage section="Notifications" lead="What we tell you, and how.">
      <Panel
        title="Notifications"
        note="The daily mail comes at eight in the morning, and only when there is something to tell."
        className="mt-5"
      >
        <RemoteView
          view={view}
          failure={explainLoad('Your preferences could not be loaded')}
          onRetry={refreshPreferences}
          loading={<Loading />}
        >
          {({ notifications }) => <Kinds ways={notifications} />}
        </RemoteView>
      </Panel>
    </SettingsPage>
  )
}

type Outcome = { isSaved: boolean; message: string }

function Kinds({ ways }: { ways: Preferences['notifications'] }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const save = async (kind: NotificationKind, change: Partial<{ bell: boolean; email: EmailWay }>) => {
    setOutcome(undefined)
    try {
      await savePreferences(kind, { notifications: { [kind]: change } })
      setOutcome({ isSaved: true, message: `Saved: ${kinds[kind].label}.` })
    } catch (error) {
      setOutcome({
        isSaved: false,
        message: explainRejection(error, 'Your choice could not be saved. Please try again.'),
      })
    }
  }
  return (
    <>
      <ul>
        {notificationKinds.map((kind) => (
          <Kind key={kind} kind={kind} ways={ways[kind]} onSave={(change) => void save(kind, change)} />
        ))}
      </ul>
      <div className="border-line border-t px-[22px] py-3 max-sm:px-4">
        {outcome && !outcome.isSaved ? (
          <Banner kind="error">{outcome.message}</Banner>
        ) : (
          <p role="status" className="min-h-6 text-[0.875rem] text-ink-2">
            {outcome?.message}
          </p>
        )}
      </div>
    </>
  )
}

interface KindProps {
  kind: NotificationKind
  /** As the server has stored them. */
  ways: Preferences['notifications'][NotificationKind]
  onSave: (change: Partial<{ bell: boolean; email: EmailWay }>) => void
}

function Kind({ kind, ways: { bell, email }, onSave }: KindProps) {
  const isSaving = useStore($savingPreferences).includes(kind)
  const { label, about } = kinds[kind]
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <p>
        <span className="block font-medium">{label}</span>
        <span className="block text-[0.875rem] text-ink-2">{about}</span>
      </p>
      {kind === 'security' ? (
        <p className="sm:col-span-2">
          <Badge tone="gain">Always on</Badge>
          <span className="mt-1 block text-[0.8125rem] text-ink-2">Under the bell, and mailed at once</span>
        </p>
      ) : (
        <>
          <Switch
            on={bell}
            label={`${label} under the bell`}
            word={bell ? 'In the bell' : 'Not shown'}
            busy={isSaving}
            onChange={(on) => onSave({ bell: on })}
          />
          <Select
            aria-label={`${label} by email`}
            aria-busy={isSaving || undefined}
            options={wayOptions}
            value={email}
            onChange={({ target }) => isSaving || onSave({ email: target.value as EmailWay })}
          />
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
