import { useStore } from '@nanostores/react'
import type { UserListItem } from '#contract/people/admin-users'
import { formatFullName } from '#shared/full-name'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Switch } from '#ui/Switch'
import {
  $changed,
  $saving,
  getCurrentUser,
  getSavingKey,
  setActive,
  setManualVerification,
  type UserFlag,
} from './user-changes.ts'

const permissionOf = { is_active: 'activate', is_verified: 'verify_by_hand' } as const

const words: Record<UserFlag, readonly [string, string]> = {
  is_active: ['Inactive', 'Active'],
  is_verified: ['Unverified', 'Verified'],
}

/** A user flag, changed in place. The other flag is disabled meanwhile, because each change is based on the last. */
export function UserStatusSwitch({ user: listed, flag }: { user: UserListItem; flag: UserFlag }) {
  // A user who has left the list is not reloaded but can still be switched back.
  const user = getCurrentUser(listed, useStore($changed))
  const saving = useStore($saving)
  const isSaving = (which: UserFlag) => saving.has(getSavingKey(user, which))
  const [off, on] = words[flag]
  const mayChange = usePermissions()(permissionOf[flag])
  if (!mayChange) return <Badge tone={user[flag] ? 'gain' : 'warn'}>{user[flag] ? on : off}</Badge>
  return (
    <Switch
      on={user[flag]}
      label={`${formatFullName(user)}: ${on}`}
      word={user[flag] ? on : off}
      look={flag === 'is_verified' ? 'seal' : 'lever'}
      busy={isSaving(flag)}
      disabled={isSaving('is_active') || isSaving('is_verified')}
      onChange={(value) => (flag === 'is_verified' ? setManualVerification : setActive)(user, value)}
    />
  )
}
