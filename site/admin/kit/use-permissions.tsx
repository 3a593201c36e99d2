import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions'
import { $may } from '#core/session/admin-session'

/**
 * Whether the reader has a permission: `const may = useMay()`, then `may('money')`. Controls without permission are
 * hidden, so that no control of the panel results in a 403.
 */
export const usePermissions = () => useStore($may)

/** Renders its children for readers with a permission: `<May permission="money"><Button>…</Button></May>`. */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
  return usePermissions()(permission) && children
}
