import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { getData, loadingState, type Remote } from '#core/query/remote'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import type { ListState } from '#site/admin/kit/list/use-list.ts'
import { InlineToast } from '#site/admin/kit/toasts/InlineToast.tsx'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import '#site/admin/app/admin-utilities.css'

interface Stone {
  id: number
  name: string
  note: string
  weight: string
  active: boolean
}

type StoneValues = Pick<Stone, 'name' | 'note' | 'active'>

const stones: Stone[] = [
  { id: 1, name: 'Quartz', note: 'Hexagonal', weight: '2.65', active: true },
  { id: 2, name: 'Feldspar', note: 'Most common in the crust', weight: '2.56', active: false },
  {
    id: 3,
    name: 'A mineral with a name much longer than expected',
    note: '',
    weight: '10.00',
    active: true,
  },
]

const columns: Column<Stone>[] = [
  { id: 'name', label: 'Name', sort: 'name', cell: ({ name }) => name },
  { id: 'note', label: 'Note', cell: ({ note }) => note || '–' },
  {
    id: 'active',
    label: 'Status',
    cell: ({ active }) => <Badge tone={active ? 'gain' : 'neutral'}>{active ? 'Active' : 'Inactive'}</Badge>,
  },
  { id: 'weight', label: 'Weight', sort: 'weight', align: 'right', cell: ({ weight }) => weight },
]

const query = { page: 1, limit: 50, sort: 'name', search: '', filters: {} }

const ready = <Data,>(data: Data): Remote<Data> => ({ status: 'ready', data, isFetching: false })
const full = { rows: stones, pagination: { page: 1, limit: 50, pages: 3, total: 120 }, query }

const makeState = ({ view = ready(full), ...part }: Partial<ListState<Stone>>): ListState<Stone> => ({
  name: 'gallery',
  rules: { sizes: [20, 50], size: 50 },
  query,
  view,
  page: getData(view),
  isStale: false,
  isNarrowed: false,
  faults: {},
  unknown: {},
  show: () => {},
  widen: () => {},
  refresh: () => {},
  save: async () => 'saved',
  ...part,
})

const none = { rows: [], pagination: { page: 1, limit: 50, pages: 1, total: 0 }, query }
const states: [string, ListState<Stone>][] = [
  ['Ready', makeState({})],
  ['Loading another page', makeState({ isStale: true })],
  ['Loading', makeState({ view: loadingState })],
  [
    'Failed, with the last rows',
    makeState({ view: { status: 'failed', error: new Error('down'), lastData: full, isFetching: false } }),
  ],
  ['Empty', makeState({ view: ready(none) })],
  [
    'Invalid filter',
    makeState({ page: undefined, faults: { from: 'The first day must not be after the last day' } }),
  ],
  ['No results for this filter', makeState({ view: ready(none), isNarrowed: true })],
]

// The dialogs block navigation, so they need a router that supports it.
const router =
  typeof window === 'undefined' ? undefined : createMemoryRouter([{ path: '*', Component: Gallery }])

/** The panel's lists and dialogs in all their states. */
export const ListGallery = () => router && <RouterProvider router={router} />

function Gallery() {
  const [editing, setEditing] = useState<Stone>()
  const [deleting, setDeleting] = useState<Stone>()
  const { notice, showSuccess } = useLocalToast()
  return (
    <section className="grid grid-cols-1 gap-8 border-line border-t py-12">
      <h2 className="text-[1.5rem]">Lists of the panel</h2>
      <InlineToast toast={notice} />
      {states.map(([name, state]) => (
        <div key={name} className="grid grid-cols-1 gap-3">
          <h3 className="text-[1.125rem]">{name}</h3>
          <ListTable
            state={state}
            caption={`Stones: ${name}`}
            columns={columns}
            rowKey={({ id }) => id}
            rowName={({ name: stone }) => stone}
            isDim={({ active }) => !active}
            actions={(stone) => (
              <>
                <Button look="quiet" small onClick={() => setEditing(stone)}>
                  Edit
                </Button>
                <Button look="danger" small onClick={() => setDeleting(stone)}>
                  Delete
                </Button>
              </>
            )}
            bulk={(selected) => (
              <Button look="quiet" small onClick={() => showSuccess(`${selected.length} polished`)}>
                Polish
              </Button>
            )}
            detail={({ note }) => <p>{note || 'No further details.'}</p>}
            tools={<SearchBox state={state} placeholder="Search stones" />}
            empty={{ title: 'No stones found', hint: 'Stones appear here once added.' }}
            failure="Failed to fetch stones"
          />
        </div>
      ))}
      <EditDialog<Stone, StoneValues, boolean>
        target={editing}
        onClose={() => setEditing(undefined)}
        title="Edit stone"
        form={({ name, note, active }) => ({
          initial: { values: { name, note, active }, updatedAt: 'then' },
          check: (values) => (values.name ? {} : { name: 'Enter a name' }),
          save: async () => true,
          failure: 'Failed to save stone',
        })}
        labels={{ name: 'Name', note: 'Note', active: 'Active' }}
        submit="Save"
        busy="Saving..."
        onSaved={() => showSuccess('Stone saved')}
      >
        {(form) => (
          <>
            <TextField form={form} name="name" label="Name" required />
            <TextareaField form={form} name="note" label="Note" />
            <CheckboxField form={form} name="active" label="Active" />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete stone"
        action="Delete stone"
        busy="Deleting..."
        run={() => Promise.reject(new Error('This stone cannot be deleted'))}
        onDone={() => {}}
        onOutdated={() => {}}
        failure="Failed to delete stone"
      >
        {({ name }) => (
          <>
            <strong>{name}</strong> will be deleted. This action cannot be undone. (Always fails in this
            preview.)
          </>
        )}
      </ConfirmDialog>
    </section>
  )
}
