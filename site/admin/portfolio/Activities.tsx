import { useState } from 'react'
import { type AdminActivity, adminPortfolios } from '#contract/portfolio/admin-portfolios'
import { callAdminApi } from '#core/api/admin-api'
import { formatMoney, formatSignedMoney } from '#core/format/format'
import { formatFullName } from '#shared/full-name'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { InvestorLink } from '#site/admin/kit/InvestorLink.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { deleteIcon, editIcon } from '#ui/icons/row-actions'
import { ActivityDialog, activityTypeLabels, type EditedActivity } from './ActivityDialog.tsx'
import { activityList } from './portfolio-list.ts'

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
        <InvestorLink id={user_id} name={formatFullName(user)} email={user.email} />
      </div>
    ),
  },
  { id: 'type', label: 'Type', cell: ({ type }) => <Badge>{activityTypeLabels[type]}</Badge> },
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
  const state = useAdminList(activityList)
  const mayWrite = usePermissions()('money')
  const [edited, setEdited] = useState<EditedActivity>()
  const [deleting, setDeleting] = useState<AdminActivity>()

  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-[1.375rem]">Recent activities</h2>
          <p className="mt-1 max-w-[68ch] text-[0.9375rem] text-ink-2">
            Manually entered and not linked to transactions. Shown to investors whose figures are manually
            entered or who have no records yet; investors with calculated figures see their transaction and
            register records instead.
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
                    opensDialog
                    onClick={() => setEdited(activity)}
                  />
                  <RowAction
                    icon={deleteIcon}
                    label="Delete"
                    name={`Delete ${activity.description}`}
                    opensDialog
                    onClick={() => setDeleting(activity)}
                  />
                </>
              )
            : undefined
        }
        empty={{
          title: 'No activities yet',
          hint: 'Activities are shown to investors whose figures are manually entered or who have no records yet.',
        }}
        failure="Failed to fetch activities"
      />
      <ActivityDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={async (message) => {
          await activityList.refresh()
          showSuccess(message)
        }}
      />
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete activity"
        action="Delete activity"
        busy="Deleting..."
        approval={{ endpoint: adminPortfolios.deleteActivity }}
        run={({ id }, said) => callAdminApi(adminPortfolios.deleteActivity, { params: { id }, body: said })}
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
            The activity <strong>{description}</strong> of {formatFullName(user)} will be deleted. This action
            cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
