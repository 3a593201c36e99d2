import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminUsers, type UserListItem } from '#contract/people/admin-users'
import { formatCount } from '#core/format/format'
import { formatFullName } from '#shared/full-name'
import { BulkActionDialog, type BulkActionPreview } from '#site/admin/kit/list/BulkActionDialog.tsx'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import {
  getRecipientGroupUrl,
  type RecipientGroup,
} from '#site/admin/messaging/notifications/recipient-group.ts'
import { $additionalRecipients } from '#site/admin/messaging/notifications/recipients.ts'
import { Button } from '#ui/Button'
import { type UserFlag, updateUserFlags } from './user-changes.ts'

interface Action {
  label: string
  flag: UserFlag
  value: boolean
  /** The effect on the users who change, shown after their names. */
  effect: string
  /** Why the others stay as they are. */
  already: string
  look: 'primary' | 'danger'
  takesReason?: boolean | 'required'
}

const actions: readonly Action[] = [
  {
    label: 'Activate',
    flag: 'is_active',
    value: true,
    effect: 'will be able to sign in again.',
    already: 'already active',
    look: 'primary',
    takesReason: true,
  },
  {
    label: 'Deactivate',
    flag: 'is_active',
    value: false,
    effect:
      'will be signed out immediately and cannot sign in until reactivated. Ended sessions are not restored.',
    already: 'already inactive',
    look: 'danger',
    takesReason: true,
  },
  {
    label: 'Verify',
    flag: 'is_verified',
    value: true,
    effect: 'will be marked as verified and notified.',
    already: 'already verified',
    look: 'primary',
    takesReason: 'required',
  },
  {
    label: 'Mark as unverified',
    flag: 'is_verified',
    value: false,
    effect: 'will be marked as unverified. Their requests and subscriptions cannot be approved.',
    already: 'already unverified',
    look: 'danger',
    takesReason: 'required',
  },
]

interface UserPlan extends BulkActionPreview<UserListItem> {
  flag: UserFlag
  value: boolean
}

/** Whether a second administrator must approve; for an activation only the server knows. */
const isApprovalNeeded = ({ flag, value }: Action, count: number): { isNeeded?: boolean } =>
  flag === 'is_active' && value ? {} : { isNeeded: flag === 'is_verified' || count > 1 }

function planOf(action: Action, users: readonly UserListItem[]): UserPlan {
  const { label, flag, value, effect, already, look, takesReason } = action
  const changing = users.filter((user) => user[flag] !== value)
  return {
    title: `${label} investors`,
    verb: label,
    look,
    takesReason,
    affectedRows: changing,
    unchangedRows: [{ rows: users.filter((user) => user[flag] === value), why: already }],
    effect,
    approval: { endpoint: adminUsers.updateMany, ...isApprovalNeeded(action, changing.length) },
    flag,
    value,
  }
}

interface BulkActionsProps {
  users: readonly UserListItem[]
  /** Everyone who matches the current filter, and their number; fewer may be selected. */
  group: RecipientGroup & { total: number }
  clear: () => void
}

/** Actions on all selected users; each first shows what would happen. They succeed or fail together. */
export function UserBulkActions({ users, group, clear }: BulkActionsProps) {
  const navigate = useNavigate()
  const may = usePermissions()
  const [plan, setPlan] = useState<UserPlan>()
  const notify = () => {
    const [first, ...others] = users
    if (!first) return
    $additionalRecipients.set(others)
    navigate({ search: `?d=notifications&user=${first.id}` })
  }
  const allowed = actions.filter(({ flag }) => may(flag === 'is_active' ? 'activate' : 'verify_by_hand'))
  return (
    <>
      {allowed.map((action) => (
        <Button
          key={action.label}
          look="quiet"
          small
          aria-haspopup="dialog"
          onClick={() => setPlan(planOf(action, users))}
        >
          {action.label}
        </Button>
      ))}
      {may(users.length > 1 ? 'publish' : 'desk') && (
        <Button look="quiet" small onClick={notify}>
          Notify
        </Button>
      )}
      {may('publish') && group.total > users.length && group.filter !== 'inactive' && (
        <Button look="quiet" small onClick={() => navigate({ search: getRecipientGroupUrl(group) })}>
          Notify all {formatCount(group.total)}
        </Button>
      )}
      <BulkActionDialog
        plan={plan}
        singularLabel="investor"
        nameOf={formatFullName}
        onClose={() => setPlan(undefined)}
        run={async ({ affectedRows, flag, value }, { reason }) => {
          if (await updateUserFlags(affectedRows, { flag, value, reason })) clear()
        }}
      />
    </>
  )
}
