import { useState } from 'react'
import { type AdminActivity, adminPortfolios } from '#contract/admin-portfolios'
import { callAdmin } from '#core/api/admin-api'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { useMay } from '#site/admin/shared/may.tsx'
import { Person } from '#site/admin/shared/Person.tsx'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { deleteIcon, editIcon } from '#ui/icons/rows'
import { ActivityDialog, activityTypeNames, type EditedActivity } from './ActivityDialog.tsx'
import { activityList } from './list.ts'

const columns: Column<AdminActivity>[] = [
  {
    id: 'description',
    label: 'Activity',
    cell: ({ description }) => <span className="font-medium wrap-anywhere">{description}</span>,
  },
  {
    id: 'user',
    label: 'Investor',
    cell: ({ user, user_id }) => (
      <div className="min-w-40">
        <Person id={user_id} name={nameOf(user)} email={user.email} />
      </div>
    ),
  },
  { id: 'type', label: 'Type', cell: ({ type }) => <Badge>{activityTypeNames[type]}</Badge> },
  {
    id: 'growth',
    label: 'Net growth',
    align: 'right',
    cell: ({ net_growth }) => (
      <span className={net_growth.startsWith('-') ? 'text-loss' : ''}>{formatSignedMoney(net_growth)}</span>
    ),
  },
  { id: 'balance', label: 'Balance', align: 'right', cell: ({ balance }) => formatMoney(balance) },
  {
    id: 'date',
    label: 'Date',
    sort: 'activity_date',
    startsDescending: true,
    cell: ({ activity_date }) => <AdminDate instant={activity_date} />,
  },
]

interface ActivitiesProps {
  /** Shows a success message. */
  showSuccess: (message: string) => void
}

/** The recent activities of all investors, newest first. */
export function Activities({ showSuccess }: ActivitiesProps) {
  const state = useList(activityList)
  const mayWrite = useMay()('money')
  const [edited, setEdited] = useState<EditedActivity>()
  const [deleting, setDeleting] = useState<AdminActivity>()

  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-[1.375rem]">Recent activities</h2>
          <p className="mt-1 max-w-[68ch] text-[0.9375rem] text-ink-2">
            Entered by hand, and not following the ledger. Investors see them beside entered figures and as
            long as nothing is recorded; beside derived figures they see the records of the ledger.
          </p>
        </div>
        {mayWrite && (
          <Button small onClick={() => setEdited('new')}>
            Add activity
          </Button>
        )}
      </div>
      <ListTable
        state={state}
        caption="Recent activities"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ description }) => description}
        tools={<SearchBox state={state} placeholder="Search activities" />}
        actions={
          mayWrite
            ? (activity) => (
                <>
                  <RowAction
                    icon={editIcon}
                    label="Edit"
                    name={`Edit ${activity.description}`}
                    asks
                    onClick={() => setEdited(activity)}
                  />
                  <RowAction
                    icon={deleteIcon}
                    label="Delete"
                    name={`Delete ${activity.description}`}
                    asks
                    onClick={() => setDeleting(activity)}
                  />
                </>
              )
            : undefined
        }
        empty={{
          title: 'No activities yet',
          hint: 'An investor sees what is added here beside entered figures, and as long as nothing is recorded.',
        }}
        failure="Failed to fetch activities"
      />
      <ActivityDialog
        of={edited}
        onClose={() => setEdited(undefined)}
        onSaved={async (message) => {
          await activityList.refresh()
          showSuccess(message)
        }}
      />
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete activity"
        action="Delete activity"
        busy="Deleting..."
        approval={{ endpoint: adminPortfolios.removeActivity }}
        run={({ id }, said) => callAdmin(adminPortfolios.removeActivity, { params: { id }, body: said })}
        takesReason
        onDone={async () => {
          await activityList.refresh()
          showSuccess('Activity deleted.')
        }}
        onOutdated={activityList.refresh}
        failure="Failed to delete activity"
      >
        {({ user, description }) => (
          <>
            This deletes the activity <strong>{description}</strong> of {nameOf(user)}. This action cannot be
            undone.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
