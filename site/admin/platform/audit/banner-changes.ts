/** What an audit log entry did to the announcement. */
import type { AuditEntry } from '#contract/platform/audit'

type Versions = Pick<AuditEntry, 'before' | 'after'>

/** The announcement text in a version of the row; undefined if there was none. */
function textIn(version: unknown): string | undefined {
  if (typeof version !== 'object' || version === null || !('banner' in version)) return undefined
  const { banner } = version
  return typeof banner === 'object' && banner !== null && 'text' in banner ? String(banner.text) : undefined
}

/** `set`, `changed` or `removed`; empty if the entry does not say. */
export function getBannerChangeType({ before, after }: Versions): string {
  const [old, now] = [textIn(before), textIn(after)]
  if (old === undefined && now === undefined) return ''
  if (old === undefined) return 'set'
  return now === undefined ? 'removed' : 'changed'
}

/** The text that was set, removed or kept; empty if it changed, which is shown as a change. */
export function getBannerText({ before, after }: Versions): string {
  const [old, now] = [textIn(before), textIn(after)]
  return old !== undefined && now !== undefined && old !== now ? '' : (now ?? old ?? '')
}
