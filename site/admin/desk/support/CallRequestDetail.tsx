import { useEffect } from 'react'
import { adminSupport, type CallRequest } from '#contract/desk/admin-support'
import type { BodyOf } from '#contract/endpoint'
import { callAdminApi } from '#core/api/admin-api'
import { formatCalendarDate } from '#core/format/format'
import { getData } from '#core/query/remote'
import { callStatuses } from '#shared/enums/support'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { DetailPanel } from '#site/admin/kit/detail/DetailPanel.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { listTargetFacts } from '#site/admin/kit/due-time/DueTime.tsx'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { AssignmentAndStatus } from './AssignmentAndStatus.tsx'
import { NoteForm, SupportNotes } from './SupportNotes.tsx'
import { markItemSeen } from './seen-items.ts'
import { addressFacts, MessageText, Writer } from './support-fields.tsx'
import { callDetail, refreshSupportLists } from './support-lists.ts'

const set = ({ id }: CallRequest, body: BodyOf<typeof adminSupport.updateCallRequest>) =>
  callAdminApi(adminSupport.updateCallRequest, { params: { id }, body })

/** A call request. */
export function CallRequestDetail({ id, backUrl }: { id: string; backUrl: string }) {
  const opened = useDetail(callDetail, id)
  const mayWrite = usePermissions()('desk')
  const call = getData(opened)?.call_schedule
  useEffect(() => {
    if (call) markItemSeen(call.reference, call.created_at)
  }, [call])
  return (
    <DetailPanel
      opened={opened}
      backUrl={backUrl}
      title={(data) => data.call_schedule.purpose}
      reference={(data) => data.call_schedule.reference}
      onRetry={callDetail.refresh}
    >
      {({ call_schedule: row, notes, mail_configured }) => (
        <>
          <DescriptionList
            items={[
              [
                'Preferred time',
                <span key="at" className="font-medium">
                  {formatCalendarDate(row.preferred_date)}, {row.preferred_time} {row.timezone}
                </span>,
              ],
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ...addressFacts(row),
              ['Phone', row.phone],
              ['Company', row.company],
              ['Received', <AdminDateTime key="received" instant={row.created_at} />],
              ...listTargetFacts(row),
            ]}
          />
          {row.notes && <MessageText>{row.notes}</MessageText>}
          <SupportNotes notes={notes} />
          {mayWrite && (
            <>
              <AssignmentAndStatus
                item={row}
                statuses={callStatuses}
                hint={
                  mail_configured
                    ? 'The visitor is emailed when the call is confirmed or cancelled'
                    : 'Email is not configured. Emails are held in the outbox'
                }
                failure="Failed to update call request"
                save={(change) => set(row, change)}
              />
              <NoteForm
                key={row.id}
                save={(internal_note) => set(row, { internal_note })}
                onSaved={refreshSupportLists}
              />
            </>
          )}
        </>
      )}
    </DetailPanel>
  )
}
