import { adminSupport, type Ticket } from '#contract/admin-support'
import { callAdmin } from '#core/api/admin-api'
import { formatMoment } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { ChoiceField } from '#site/admin/form/fields.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { statusWords } from './labels.ts'

/** Other tickets of the same address that were not merged, newest first. Those of another account are another person's. */
async function readOthers({ id, email, user_id }: Ticket): Promise<Ticket[]> {
  const { tickets } = await callAdmin(adminSupport.tickets, { query: { search: email, limit: 100 } })
  return tickets.filter(
    (one) =>
      one.id !== id &&
      one.merged_into === null &&
      one.email.toLowerCase() === email.toLowerCase() &&
      (one.user_id ?? user_id) === (user_id ?? one.user_id),
  )
}

interface MergeDialogProps {
  of: Ticket | undefined
  onClose: () => void
  onMerged: (into: Ticket) => unknown
}

/** Chooses the ticket that continues this one. Says what will happen before it does. */
export function MergeDialog({ of, onClose, onMerged }: MergeDialogProps) {
  const { view, retry } = useRemote(of?.id, () => (of ? readOthers(of) : Promise.resolve([])))
  return (
    <EditDialog
      of={of}
      onClose={onClose}
      title="Merge ticket"
      form={(ticket: Ticket) => ({
        initial: { values: { into: '' }, updatedAt: undefined },
        check: ({ into }) => (into === '' ? { into: 'Choose the ticket that continues' } : {}),
        failure: 'Failed to merge: {reason}',
        save: async ({ into }) =>
          (
            await callAdmin(adminSupport.mergeTicket, {
              params: { id: ticket.id },
              body: { into: Number(into) },
            })
          ).ticket,
      })}
      labels={{ into: 'Into' }}
      submit="Merge"
      busy="Merging..."
      obstacle={() => (dataOf(view)?.length === 0 ? 'There is no ticket to merge with.' : '')}
      onSaved={onMerged}
    >
      {(form, ticket) => (
        <RemoteView
          view={view}
          {...loadFailure('Failed to fetch the tickets of this writer')}
          onRetry={retry}
          loading={<Skeleton className="h-16" />}
        >
          {(others) =>
            others.length === 0 ? (
              <p>There is no other ticket of {ticket.email}. Only tickets of one person can be merged.</p>
            ) : (
              <>
                <ChoiceField
                  form={form}
                  name="into"
                  label="Continue in"
                  prompt="Choose a ticket"
                  required
                  options={others.map(({ id, reference, subject, status, created_at }) => ({
                    value: String(id),
                    label: `${reference} · ${subject} · ${statusWords[status]} · ${formatMoment(created_at)}`,
                  }))}
                />
                <p className="text-[0.9375rem] text-ink-2">
                  The messages of {ticket.reference} move there, and it is closed; a done ticket opens again.{' '}
                  {ticket.name} is told once, by mail. This cannot be undone.
                </p>
              </>
            )
          }
        </RemoteView>
      )}
    </EditDialog>
  )
}
