import { useState } from 'react'
import type { EarlierVersion } from '#contract/admin-series'
import { countOf } from '#core/format/format'
import { compareVersions } from '#site/admin/audit/compare.ts'
import { Versions } from '#site/admin/audit/EntryDetail.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

/** Versions that are shown at first. */
const FIRST = 5

/** What changes of offerings, facts and documents replaced, each complete. The audit log keeps them. */
export function EarlierVersions({ of }: { of: readonly EarlierVersion[] }) {
  const [isAll, setAll] = useState(false)
  return (
    <Panel
      title="Earlier versions"
      note="Offerings, facts and acknowledgements as they were before each change, kept by the audit log"
    >
      {of.length === 0 ? (
        <EmptyState title="No earlier version">
          Nothing was changed since it was entered. A change keeps what it replaces here.
        </EmptyState>
      ) : (
        <ul>
          {(isAll ? of : of.slice(0, FIRST)).map((version) => (
            <li key={version.entry} className="border-line px-[22px] py-3.5 not-first:border-t max-sm:px-4">
              <Version of={version} />
            </li>
          ))}
        </ul>
      )}
      {of.length > FIRST && (
        <p className="border-line border-t px-4 py-2.5">
          <Button look="quiet" small aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show the latest only' : `Show all ${countOf(of.length, 'version')}`}
          </Button>
        </p>
      )}
    </Panel>
  )
}

function Version({ of: { title, from, until, by, entry, before, after } }: { of: EarlierVersion }) {
  return (
    <details>
      <summary className="cursor-pointer text-[0.9375rem]">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="block text-[0.875rem] text-ink-2">
          {from ? (
            <>
              from <Moment instant={from} /> until{' '}
            </>
          ) : (
            'until '
          )}
          <Moment instant={until} />, replaced by {by} (entry {entry} of the audit log)
        </span>
      </summary>
      <div className="mt-3">
        <Versions fields={compareVersions(before, after)} />
      </div>
    </details>
  )
}
