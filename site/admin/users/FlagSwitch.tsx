import { useStore } from '@nanostores/react'
import type { ListedUser } from '#contract/admin-users'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { Switch } from '#ui/Switch'
import { $changed, $saving, changeFlag, currentOf, type Flag, savingKey } from './changes.ts'

const words: Record<Flag, readonly [string, string]> = {
  is_active: ['Inactive', 'Active'],
  is_verified: ['Unverified', 'Verified'],
}

/**
 * A flag of a user, changed in place. The other flag is disabled in the meantime: each change is based on the last.
 */
export function FlagSwitch({ user: listed, flag }: { user: ListedUser; flag: Flag }) {
  // A user who has left the list is not read again, but can still be switched back.
  const user = currentOf(listed, useStore($changed))
  const saving = useStore($saving)
  const isSaving = (which: Flag) => saving.has(savingKey(user, which))
  const [off, on] = words[flag]
  return (
    <Switch
      on={user[flag]}
      label={`${nameOf(user)}: ${on}`}
      word={user[flag] ? on : off}
      busy={isSaving(flag)}
      disabled={isSaving('is_active') || isSaving('is_verified')}
      onChange={(value) => changeFlag(user, flag, value)}
    />
  )
}
