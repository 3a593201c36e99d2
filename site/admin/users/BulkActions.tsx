import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedUser } from '#contract/admin-users'
import type { Permission } from '#contract/permissions'
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
  needs: Permission
  value: boolean
  /** Ends sessions: it asks first. */
  asks?: boolean
}

const actions: readonly Action[] = [
  { label: 'Activate', flag: 'is_active', needs: 'activate', value: true },
  { label: 'Deactivate', flag: 'is_active', needs: 'activate', value: false, asks: true },
  { label: 'Verify', flag: 'is_verified', needs: 'verify_by_hand', value: true },
  { label: 'Unverify', flag: 'is_verified', needs: 'verify_by_hand', value: false },
]

/** Users that a question names. */
const NAMED = 3

/** `Ada Reyes, Bo Lind and 4 more users`. */
function describeUsers(users: readonly ListedUser[]): string {
  const names = users.slice(0, NAMED).map(nameOf).join(', ')
  const others = users.length - NAMED
  return others > 0 ? `${names} and ${countOf(others, 'more user')}` : names
}

/** Actions on all selected users, which succeed or fail together. */
export function BulkActions({ users, clear }: { users: readonly ListedUser[]; clear: () => void }) {
  const [running, setRunning] = useState<string>()
  const navigate = useNavigate()
  const may = useMay()
  const [asking, setAsking] = useState<Action>()
  const run = async ({ label, flag, value }: Action) => {
    setRunning(label)
    const isDone = await changeMany(users, flag, value)
    setRunning(undefined)
    if (isDone) clear()
  }
  const notify = () => {
    const [first, ...others] = users
    if (!first) return
    $alsoTo.set(others)
    navigate({ search: `?d=notifications&user=${first.id}` })
  }
  return (
    <>
      {actions
        .filter(({ needs }) => may(needs))
        .map((action) => (
          <Button
            key={action.label}
            look="quiet"
            small
            disabled={running !== undefined}
            busy={running === action.label && 'Saving...'}
            aria-haspopup={action.asks ? 'dialog' : undefined}
            onClick={() => (action.asks ? setAsking(action) : run(action))}
          >
            {action.label}
          </Button>
        ))}
      {may(users.length > 1 ? 'publish' : 'desk') && (
        <Button look="quiet" small disabled={running !== undefined} onClick={notify}>
          Notify
        </Button>
      )}
      <ConfirmDialog
        of={asking}
        onClose={() => setAsking(undefined)}
        title="Deactivate users"
        action={`Deactivate ${countOf(users.length, 'user')}`}
        busy="Saving..."
        // A failure is a toast, as for every action on several users.
        run={run}
        onDone={() => {}}
        onOutdated={() => {}}
        failure="Failed to update users"
      >
        {() => (
          <>
            This signs out <strong className="font-medium">{describeUsers(users)}</strong> at once. They
            cannot sign in until they are activated again.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
