import { useState } from 'react'
import type { ListedUser } from '#contract/admin-users'
import { Button } from '#ui/Button'
import { changeMany, type Flag } from './changes.ts'

const actions: readonly { label: string; flag: Flag; value: boolean }[] = [
  { label: 'Activate', flag: 'is_active', value: true },
  { label: 'Deactivate', flag: 'is_active', value: false },
  { label: 'Verify', flag: 'is_verified', value: true },
  { label: 'Unverify', flag: 'is_verified', value: false },
]

/** What can be done with all the users selected, all of them or none. */
export function BulkActions({ users, clear }: { users: readonly ListedUser[]; clear: () => void }) {
  const [running, setRunning] = useState<string>()
  const run = async ({ label, flag, value }: (typeof actions)[number]) => {
    setRunning(label)
    const isDone = await changeMany(users, flag, value)
    setRunning(undefined)
    if (isDone) clear()
  }
  return actions.map((action) => (
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
  ))
}
