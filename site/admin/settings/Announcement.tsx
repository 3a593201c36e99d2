import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminBanner } from '#contract/banner'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { TextField } from '#site/admin/form/fields.tsx'
import { MomentField } from '#site/admin/form/MomentField.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $announcement, createAnnouncementForm, refreshAnnouncement, textRules } from './announcement.ts'

/** What is announced on all pages, such as maintenance. */
export function Announcement({ className }: { className: string }) {
  const view = useStore($announcement)
  const [message, setMessage] = useState('')
  const mayEdit = useMay()('publish')
  useLiveRefetch(['settings'], refreshAnnouncement)
  return (
    <Panel
      title="Announcement"
      note="On all pages until its end, with the times in the zone of each reader"
      className={className}
    >
      <div className="p-[22px] max-sm:p-4">
        <RemoteView
          view={view}
          {...loadFailure('Failed to fetch the announcement')}
          onRetry={refreshAnnouncement}
          loading={<Skeleton className="h-40" />}
        >
          {(stored) =>
            mayEdit ? (
              <Fields key={stored.updated_at} stored={stored} onSaved={setMessage} />
            ) : (
              <Stored of={stored} />
            )
          }
        </RemoteView>
        <p role="status" className="mt-3 text-[0.875rem] text-gain empty:hidden">
          {message}
        </p>
      </div>
    </Panel>
  )
}

/** What is announced, for those who may not change it. */
function Stored({ of: { banner } }: { of: AdminBanner }) {
  if (!banner) return <p className="text-ink-2">Nothing is announced.</p>
  return (
    <Facts
      of={[
        ['Text', banner.text],
        ['Begins', <Moment key="from" instant={banner.from} />],
        ['Ends', <Moment key="to" instant={banner.to} />],
      ]}
    />
  )
}

interface FieldsProps {
  stored: AdminBanner
  onSaved: (message: string) => void
}

function Fields({ stored, onSaved }: FieldsProps) {
  const [form] = useState(() => createAnnouncementForm(stored))
  const { values, status } = useStore(form.$state)
  const save = async (isRemoved: boolean) => {
    onSaved('')
    const saved = await form.submit({ ...values, isRemoved })
    if (saved) onSaved(saved.banner ? 'Announced.' : 'The announcement is removed.')
  }
  return (
    <form
      aria-label="Announcement"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save(false)
      }}
    >
      {status.name === 'failed' && <Banner kind="error">{status.message}</Banner>}
      <TextField form={form} name="text" label="Text" required autoComplete="off" {...textRules} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField form={form} name="from" label="Begins" zone="own" />
        <MomentField form={form} name="to" label="Ends" zone="own" />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {stored.banner && (
          <Button look="quiet" onClick={() => void save(true)}>
            Remove
          </Button>
        )}
        <Button type="submit" busy={status.name === 'saving' && 'Saving...'}>
          Announce
        </Button>
      </div>
    </form>
  )
}
