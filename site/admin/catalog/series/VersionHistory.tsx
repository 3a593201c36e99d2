import { useState } from 'react'
import type { PreviousVersion } from '#contract/catalog/admin-series'
import { formatCountOf } from '#core/format/format'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { VersionComparison } from '#site/admin/platform/audit/AuditEntryDetail.tsx'
import { compareVersions } from '#site/admin/platform/audit/compare-versions.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

/** Number of versions shown at first. */
const FIRST = 5

/** Complete earlier versions of offerings, facts and documents, from the audit log. */
export function VersionHistory({ versions }: { versions: readonly PreviousVersion[] }) {
  const [isAll, setAll] = useState(false)
  return (
    <Panel
      title="Earlier versions"
      note="Offerings, key facts and acknowledgment settings before each change, from the audit log"
    >
      {versions.length === 0 ? (
        <EmptyState title="No earlier versions">
          No changes have been made. Replaced versions appear here.
        </EmptyState>
      ) : (
        <ul>
          {(isAll ? versions : versions.slice(0, FIRST)).map((version) => (
            <li key={version.entry} className="border-line px-[22px] py-3.5 not-first:border-t max-sm:px-4">
              <Version version={version} />
            </li>
          ))}
        </ul>
      )}
      {versions.length > FIRST && (
        <p className="border-line border-t px-4 py-2.5">
          <Button look="quiet" small aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show latest only' : `Show all ${formatCountOf(versions.length, 'version')}`}
          </Button>
        </p>
      )}
    </Panel>
  )
}

function Version({
  version: { title, from, until, by, entry, before, after },
}: {
  version: PreviousVersion
}) {
  return (
    <details>
      <summary className="cursor-pointer text-[0.9375rem]">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="block text-[0.875rem] text-ink-2">
          {from ? (
            <>
              from <AdminDateTime instant={from} /> until{' '}
            </>
          ) : (
            'until '
          )}
          <AdminDateTime instant={until} />, replaced by {by} (audit log entry {entry})
        </span>
      </summary>
      <div className="mt-3">
        <VersionComparison fields={compareVersions(before, after)} />
      </div>
    </details>
  )
}
