import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions'
import { $may } from '#core/session/admin-session'

/**
 * Whether the reader may do something: `const may = useMay()`, then `may('money')`. What is not allowed is left out, so
 * that no control of the panel is answered with 403.
 */
export const useMay = () => useStore($may)

/** Shows its children to those who may do something: `<May permission="money"><Button>…</Button></May>`. */
export function May({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay()(permission) && children
}
