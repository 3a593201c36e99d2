import { useState } from 'react'
import type { AdminAttestation, AdminSeries } from '#contract/admin-series'
import { formatBytes } from '#core/format/file-size'
import { formatUnits } from '#core/format/units'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { May } from '#site/admin/shared/may.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { AttestationDialog } from './AttestationDialog.tsx'
import { History, type HistoryColumn } from './History.tsx'
import { StoredFile } from './StoredFile.tsx'
import { type PartProps, today } from './series.ts'

/** The first attestation is of the latest day: it binds unless it has expired. */
function State({ of, latest }: { of: AdminAttestation; latest: AdminAttestation | undefined }) {
  if (of.is_binding) return <Badge tone="gain">Binding</Badge>
  return of.id === latest?.id && of.expires < today() ? <Badge tone="warn">Expired</Badge> : null
}

const columnsOf = (
  latest: AdminAttestation | undefined,
  isPublic: boolean,
): readonly HistoryColumn<AdminAttestation>[] => [
  {
    label: 'As of',
    cell: (attestation) => (
      <span className="flex flex-wrap items-center gap-2.5">
        <AdminDate instant={attestation.as_of} />
        <State of={attestation} latest={latest} />
      </span>
    ),
  },
  { label: 'Units held', align: 'right', cell: ({ units_held }) => formatUnits(units_held) },
  { label: 'Valid until', cell: ({ expires }) => <AdminDate instant={expires} /> },
  { label: 'Auditor', cell: ({ auditor }) => <span className="wrap-anywhere">{auditor}</span> },
  {
    label: 'File',
    cell: ({ url, sha256, file_size }) => (
      <StoredFile url={url} sha256={sha256} isPublic={isPublic}>
        PDF, {formatBytes(file_size)}
      </StoredFile>
    ),
  },
  { label: 'Entered', isWide: true, cell: ({ created_at }) => <AdminDate instant={created_at} /> },
]

/** Who counted the units held, on which day, and until when that counts. */
export function Attestations({ of, onStored }: PartProps) {
  const [adding, setAdding] = useState<AdminSeries>()
  return (
    <Panel
      title="Attestations"
      note="Of the units held; that of the latest day binds until it expires, an older one never again"
      aside={
        <May permission="money">
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAdding(of)}>
            Add attestation
          </Button>
        </May>
      }
    >
      {of.attestations.length === 0 ? (
        <EmptyState title="No attestation">Nothing can be issued until one is added.</EmptyState>
      ) : (
        <History
          caption="Attestations"
          one="attestation"
          rows={of.attestations}
          rowKey={({ id }) => id}
          columns={columnsOf(of.attestations[0], of.token.is_active)}
        />
      )}
      <AttestationDialog of={adding} onClose={() => setAdding(undefined)} onStored={onStored} />
    </Panel>
  )
}
