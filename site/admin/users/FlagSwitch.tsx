import { useStore } from '@nanostores/react'
import type { ListedUser } from '#contract/admin-users'
import { useMay } from '#site/admin/shared/may.tsx'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { Badge } from '#ui/Badge'
import { Switch } from '#ui/Switch'
import { $changed, $saving, changeFlag, currentOf, type Flag, markByHand, savingKey } from './changes.ts'

const permissionOf = { is_active: 'activate', is_verified: 'verify_by_hand' } as const

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
  const mayChange = useMay()(permissionOf[flag])
  if (!mayChange) return <Badge tone={user[flag] ? 'gain' : 'warn'}>{user[flag] ? on : off}</Badge>
  return (
    <Switch
      on={user[flag]}
      label={`${nameOf(user)}: ${on}`}
      word={user[flag] ? on : off}
      look={flag === 'is_verified' ? 'seal' : 'lever'}
      busy={isSaving(flag)}
      disabled={isSaving('is_active') || isSaving('is_verified')}
      onChange={(value) =>
        flag === 'is_verified' ? markByHand(user, value) : changeFlag(user, { flag, value })
      }
    />
  )
}
