import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedUser } from '#contract/admin-users'
import { countOf } from '#core/format/format'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
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
      `${isOne ? 'is' : 'are'} signed out at once, and cannot sign in until activated again.`,
    already: 'inactive already',
    look: 'danger',
  },
  {
    label: 'Verify',
    flag: 'is_verified',
    value: true,
    effect: (isOne) => `${isOne ? 'is' : 'are'} verified and told so.`,
    already: 'verified already',
    look: 'primary',
  },
  {
    label: 'Unverify',
    flag: 'is_verified',
    value: false,
    effect: (isOne) => `${isOne ? 'is' : 'are'} no longer verified: nothing of theirs can be approved.`,
    already: 'not verified anyway',
    look: 'danger',
  },
]

/** Users that a question names. */
const NAMED = 3

/** `Ada Reyes, Bo Lind and 4 more users`. */
function describeUsers(users: readonly ListedUser[]): string {
  const names = users.slice(0, NAMED).map(nameOf).join(', ')
  const others = users.length - NAMED
  return others > 0 ? `${names} and ${countOf(others, 'more user')}` : names
}

interface Plan {
  action: Action
  /** Those that change, and those that are so already. */
  changing: readonly ListedUser[]
  staying: readonly ListedUser[]
}

const planOf = (action: Action, users: readonly ListedUser[]): Plan => ({
  action,
  changing: users.filter((user) => user[action.flag] !== action.value),
  staying: users.filter((user) => user[action.flag] === action.value),
})

/** Actions on all selected users: each says first what would happen. They succeed or fail together. */
export function BulkActions({ users, clear }: { users: readonly ListedUser[]; clear: () => void }) {
  const navigate = useNavigate()
  const may = useMay()
  const [plan, setPlan] = useState<Plan>()
  const notify = () => {
    const [first, ...others] = users
    if (!first) return
    $alsoTo.set(others)
    navigate({ search: `?d=notifications&user=${first.id}` })
  }
  const allowed = actions.filter(({ flag }) => may(flag === 'is_active' ? 'activate' : 'verify_by_hand'))
  const label = plan?.action.label ?? ''
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
      <ConfirmDialog
        of={plan}
        onClose={() => setPlan(undefined)}
        title={`${label} users`}
        action={`${label} ${countOf(plan?.changing.length ?? 0, 'user')}`}
        busy="Saving..."
        look={plan?.action.look}
        // A failure is a toast, as for every action on several users.
        run={async ({ action, changing }) => {
          if (await changeMany(changing, action.flag, action.value)) clear()
        }}
        onDone={() => {}}
        onOutdated={() => {}}
        failure="Failed to update users"
        check={Stays}
      >
        {({ action, changing }) =>
          changing.length === 0 ? (
            'Nothing would change.'
          ) : (
            <>
              <strong className="font-medium">{describeUsers(changing)}</strong>{' '}
              {action.effect(changing.length === 1)}
            </>
          )
        }
      </ConfirmDialog>
    </>
  )
}

/** Who stays as they are, and why; without anybody who changes there is nothing to do. */
function Stays({ target, allow }: { target: Plan; allow: (isAllowed: boolean) => void }) {
  const { action, changing, staying } = target
  const isAllowed = changing.length > 0
  useEffect(() => allow(isAllowed), [allow, isAllowed])
  if (staying.length === 0) return null
  return (
    <p className="text-[0.9375rem] text-ink-2">
      {countOf(staying.length, 'user')} {staying.length === 1 ? 'stays' : 'stay'} as{' '}
      {staying.length === 1 ? 'it is' : 'they are'}, {action.already}: {describeUsers(staying)}.
    </p>
  )
}
