import { useEffect } from 'react'
import { adminSupport, type CallSchedule } from '#contract/admin-support'
import type { BodyOf } from '#contract/endpoint'
import { callAdmin } from '#core/api/admin-api'
import { formatCalendarDate } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { callStatuses } from '#shared/enums/support'
import { DetailPanel } from '#site/admin/detail/DetailPanel.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { targetFacts } from './Due.tsx'
import { callDetail, refreshDesk } from './desk.ts'
import { Handling } from './Handling.tsx'
import { NoteForm, Notes } from './Notes.tsx'
import { Quote, Writer } from './parts.tsx'
import { markSeen } from './read-state.ts'

const set = ({ id }: CallSchedule, body: BodyOf<typeof adminSupport.setCall>) =>
  callAdmin(adminSupport.setCall, { params: { id }, body })

/** A request for a call. */
export function CallDetail({ id, back }: { id: string; back: string }) {
  const opened = useDetail(callDetail, id)
  const mayWrite = useMay()('desk')
  const call = dataOf(opened)?.call_schedule
  useEffect(() => {
    if (call) markSeen(call.reference, call.created_at)
  }, [call])
  return (
    <DetailPanel
      opened={opened}
      back={back}
      title={(data) => data.call_schedule.purpose}
      reference={(data) => data.call_schedule.reference}
      onRetry={callDetail.refresh}
    >
      {({ call_schedule: row, notes, mail_configured }) => (
        <>
          <Facts
            of={[
              [
                'Wanted',
                <span key="at" className="font-medium">
                  {formatCalendarDate(row.preferred_date)}, {row.preferred_time} {row.timezone}
                </span>,
              ],
              ['From', <Writer key="from" userId={row.user_id} name={row.name} />],
              ['Email', row.email],
              ['Phone', row.phone],
              ['Company', row.company],
              ['Received', <Moment key="received" instant={row.created_at} />],
              ...targetFacts(row),
            ]}
          />
          {row.notes && <Quote>{row.notes}</Quote>}
          <Notes notes={notes} />
          {mayWrite && (
            <>
              <Handling
                item={row}
                statuses={callStatuses}
                hint={
                  mail_configured
                    ? 'The visitor is notified of confirmed and cancelled by mail'
                    : 'Mail is not configured: nothing is mailed, mails wait in the outbox'
                }
                failure="Failed to update the request"
                save={(change) => set(row, change)}
              />
              <NoteForm
                key={row.id}
                save={(internal_note) => set(row, { internal_note })}
                onSaved={refreshDesk}
              />
            </>
          )}
        </>
      )}
    </DetailPanel>
  )
}
