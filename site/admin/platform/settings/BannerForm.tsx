import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type AdminBanner, adminBanner } from '#contract/platform/banner'
import { AWAITING_APPROVAL } from '#core/api/approval-requests'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { DateTimeField } from '#site/admin/kit/form/DateTimeField.tsx'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $banner, bannerTextRules, createBannerForm, needsSecond, refreshBanner } from './banner-form.ts'

/** The announcement on all pages, such as maintenance. */
export function BannerForm({ className }: { className: string }) {
  const view = useStore($banner)
  const [message, setMessage] = useState('')
  const mayEdit = usePermissions()('publish')
  useRefetchOnEvents(['settings'], refreshBanner)
  return (
    <Panel
      title="Announcement"
      note="Shown on all pages until it ends, with times in each visitor's time zone"
      className={className}
    >
      <div className="p-[22px] max-sm:p-4">
        <RemoteView
          view={view}
          {...getLoadErrorProps('Failed to fetch announcement')}
          onRetry={refreshBanner}
          loading={<Skeleton className="h-40" />}
        >
          {(stored) =>
            mayEdit ? (
              <Fields key={stored.updated_at} stored={stored} onSaved={setMessage} />
            ) : (
              <Stored banner={stored} />
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

/** The announcement for those who may not change it. */
function Stored({ banner: { banner } }: { banner: AdminBanner }) {
  if (!banner) return <p className="text-ink-2">No announcement.</p>
  return (
    <DescriptionList
      items={[
        ['Text', banner.text],
        ['Starts', <AdminDateTime key="from" instant={banner.from} />],
        ['Ends', <AdminDateTime key="to" instant={banner.to} />],
      ]}
    />
  )
}

interface FieldsProps {
  stored: AdminBanner
  onSaved: (message: string) => void
}

function Fields({ stored, onSaved }: FieldsProps) {
  const [form, setForm] = useState(() => createBannerForm(stored))
  const { values, status } = useStore(form.$state)
  const write = { endpoint: adminBanner.update, isNeeded: needsSecond(values, stored) }
  const save = async (isRemoved: boolean) => {
    onSaved('')
    const saved = await form.submit({ ...values, isRemoved })
    if (saved === AWAITING_APPROVAL) setForm(() => createBannerForm(stored))
    else if (saved) onSaved(saved.banner ? 'Announcement published.' : 'Announcement removed.')
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
      <TextField form={form} name="text" label="Text" required autoComplete="off" {...bannerTextRules} />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateTimeField form={form} name="from" label="Starts" zone="own" />
        <DateTimeField form={form} name="to" label="Ends" zone="own" />
      </div>
      <SecondApproval write={write} />
      <ApprovalReason form={form} write={write} />
      <div className="flex flex-wrap justify-end gap-3">
        {stored.banner && (
          <Button look="quiet" onClick={() => void save(true)}>
            Remove
          </Button>
        )}
        <Button type="submit" busy={status.name === 'saving' && 'Saving...'}>
          Publish
        </Button>
      </div>
    </form>
  )
}
