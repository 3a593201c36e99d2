import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedUser } from '#contract/admin-users'
import { $alsoTo } from '#site/admin/notifications/recipients.ts'
import { Button } from '#ui/Button'
import { changeMany, type Flag } from './changes.ts'

const actions: readonly { label: string; flag: Flag; value: boolean }[] = [
  { label: 'Activate', flag: 'is_active', value: true },
  { label: 'Deactivate', flag: 'is_active', value: false },
  { label: 'Verify', flag: 'is_verified', value: true },
  { label: 'Unverify', flag: 'is_verified', value: false },
]

/** Actions on all selected users, which succeed or fail together. */
export function BulkActions({ users, clear }: { users: readonly ListedUser[]; clear: () => void }) {
  const [running, setRunning] = useState<string>()
  const navigate = useNavigate()
  const run = async ({ label, flag, value }: (typeof actions)[number]) => {
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
      {actions.map((action) => (
        <Button
          key={action.label}
          look="quiet"
          small
          disabled={running !== undefined}
          busy={running === action.label && 'Saving...'}
          onClick={() => run(action)}
        >
          {action.label}
        </Button>
      ))}
      <Button look="quiet" small disabled={running !== undefined} onClick={notify}>
        Notify
      </Button>
    </>
  )
}
