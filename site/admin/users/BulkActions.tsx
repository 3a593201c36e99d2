import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminUsers, type ListedUser } from '#contract/admin-users'
import { formatCount } from '#core/format/format'
import { type BulkPlan, BulkQuestion } from '#site/admin/list/BulkQuestion.tsx'
import { type Group, linkToGroup } from '#site/admin/notifications/group.ts'
import { $alsoTo } from '#site/admin/notifications/recipients.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { Button } from '#ui/Button'
import { changeMany, type Flag } from './changes.ts'

interface Action {
  label: string
  flag: Flag
  value: boolean
  /** What it does to those who change, after their names. */
  effect: (isOne: boolean) => string
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
    effect: () => 'can sign in again.',
    already: 'active already',
    look: 'primary',
  },
  {
    label: 'Deactivate',
    flag: 'is_active',
    value: false,
    effect: (isOne) =>
      `${isOne ? 'is' : 'are'} signed out at once, and cannot sign in until activated again. Activating again, or undoing this, does not bring the sessions back.`,
    already: 'inactive already',
    look: 'danger',
    takesReason: true,
  },
  {
    label: 'Verify',
    flag: 'is_verified',
    value: true,
    effect: (isOne) => `${isOne ? 'is' : 'are'} verified and told so.`,
    already: 'verified already',
    look: 'primary',
    takesReason: 'required',
  },
  {
    label: 'Unverify',
    flag: 'is_verified',
    value: false,
    effect: (isOne) => `${isOne ? 'is' : 'are'} no longer verified: nothing of theirs can be approved.`,
    already: 'not verified anyway',
    look: 'danger',
    takesReason: 'required',
  },
]

interface UserPlan extends BulkPlan<ListedUser> {
  flag: Flag
  value: boolean
}

function planOf(
  { label, flag, value, effect, already, look, takesReason }: Action,
  users: readonly ListedUser[],
): UserPlan {
  const changing = users.filter((user) => user[flag] !== value)
  return {
    title: `${label} users`,
    verb: label,
    look,
    takesReason,
    changing,
    staying: [{ rows: users.filter((user) => user[flag] === value), why: already }],
    effect: effect(changing.length === 1),
    approval: { endpoint: adminUsers.bulk, isNeeded: flag === 'is_verified' },
    flag,
    value,
  }
}

interface BulkActionsProps {
  users: readonly ListedUser[]
  /** All who match the filter on screen, and how many they are; those selected may be fewer. */
  group: Group & { total: number }
  clear: () => void
}

/** Actions on all selected users: each says first what would happen. They succeed or fail together. */
export function BulkActions({ users, group, clear }: BulkActionsProps) {
  const navigate = useNavigate()
  const may = useMay()
  const [plan, setPlan] = useState<UserPlan>()
  const notify = () => {
    const [first, ...others] = users
    if (!first) return
    $alsoTo.set(others)
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
        <Button look="quiet" small onClick={() => navigate({ search: linkToGroup(group) })}>
          Notify all {formatCount(group.total)}
        </Button>
      )}
      <BulkQuestion
        plan={plan}
        one="user"
        nameOf={nameOf}
        onClose={() => setPlan(undefined)}
        run={async ({ changing, flag, value }, { reason }) => {
          if (await changeMany(changing, { flag, value, reason })) clear()
        }}
      />
    </>
  )
}
