import { adminSupport, type Ticket } from '#contract/desk/admin-support'
import { callAdminApi } from '#core/api/admin-api'
import { formatDateTime } from '#core/format/format'
import { getData } from '#core/query/remote'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { SelectField } from '#site/admin/kit/form/form-fields.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { supportStatusLabels } from '#site/admin/kit/support-labels.ts'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { addressOf } from './support-fields.tsx'

/**
 * Other unmerged tickets of the same account or email address, newest first. Tickets of another account belong to a
 * different person.
 */
async function readOthers(ticket: Ticket): Promise<Ticket[]> {
  const { id, email, user_id } = ticket
  const search = addressOf(ticket)
  const { tickets } = await callAdminApi(adminSupport.listTickets, { query: { search, limit: 100 } })
  return tickets.filter(
    (one) =>
      one.id !== id &&
      one.merged_into === null &&
      (user_id !== null && one.user_id !== null
        ? one.user_id === user_id
        : one.email.toLowerCase() === email.toLowerCase()),
  )
}

interface MergeDialogProps {
  ticket: Ticket | undefined
  onClose: () => void
  onMerged: (into: Ticket) => unknown
}

/** Selects the ticket that this one is merged into. Shows what will happen first. */
export function MergeDialog({ ticket: selected, onClose, onMerged }: MergeDialogProps) {
  const { view, retry } = useRemote(selected?.id, () =>
    selected ? readOthers(selected) : Promise.resolve([]),
  )
  return (
    <EditDialog
      target={selected}
      onClose={onClose}
      title="Merge ticket"
      form={(ticket: Ticket) => ({
        initial: { values: { into: '' }, updatedAt: undefined },
        check: ({ into }) => (into === '' ? { into: 'Select the ticket to keep' } : {}),
        failure: 'Failed to merge: {reason}',
        save: async ({ into }) =>
          (
            await callAdminApi(adminSupport.mergeTicket, {
              params: { id: ticket.id },
              body: { into: Number(into) },
            })
          ).ticket,
      })}
      labels={{ into: 'Into' }}
      submit="Merge"
      busy="Merging..."
      obstacle={() => (getData(view)?.length === 0 ? 'No other tickets to merge with.' : '')}
      onSaved={onMerged}
    >
      {(form, ticket) => (
        <RemoteView
          view={view}
          {...getLoadErrorProps('Failed to fetch tickets from this sender')}
          onRetry={retry}
          loading={<Skeleton className="h-16" />}
        >
          {(others) =>
            others.length === 0 ? (
              <p>
                There are no other tickets from {addressOf(ticket)}. Only tickets from the same person can be
                merged.
              </p>
            ) : (
              <>
                <SelectField
                  form={form}
                  name="into"
                  label="Merge into"
                  prompt="Select a ticket"
                  required
                  options={others.map(({ id, reference, subject, status, created_at }) => ({
                    value: String(id),
                    label: `${reference} · ${subject} · ${supportStatusLabels[status]} · ${formatDateTime(created_at)}`,
                  }))}
                />
                <p className="text-[0.9375rem] text-ink-2">
                  The messages in {ticket.reference} will be moved to that ticket, and {ticket.reference} will
                  be closed. If {ticket.reference} is still open, a resolved ticket will be reopened.{' '}
                  {ticket.name} will be notified once by email. This action cannot be undone.
                </p>
              </>
            )
          }
        </RemoteView>
      )}
    </EditDialog>
  )
}
