import { useState } from 'react'
import type { AdminAttestation, AdminSeries } from '#contract/catalog/admin-series'
import { formatBytes } from '#core/format/file-size'
import { formatUnits } from '#core/format/units'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { AttestationDialog } from './AttestationDialog.tsx'
import { PublicFileLink } from './PublicFileLink.tsx'
import { type HistoryColumn, RecordHistoryTable } from './RecordHistoryTable.tsx'
import { getToday, type SeriesSectionProps } from './series-store.ts'

/** The first attestation is the most recent: it is in force unless it has expired. */
function State({
  attestation,
  latest,
}: {
  attestation: AdminAttestation
  latest: AdminAttestation | undefined
}) {
  if (attestation.is_binding) return <Badge tone="gain">In force</Badge>
  return attestation.id === latest?.id && attestation.expires < getToday() ? (
    <Badge tone="warn">Expired</Badge>
  ) : null
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
        <State attestation={attestation} latest={latest} />
      </span>
    ),
  },
  { label: 'Units in custody', align: 'right', cell: ({ units_held }) => formatUnits(units_held) },
  { label: 'Expires on', cell: ({ expires }) => <AdminDate instant={expires} /> },
  { label: 'Auditor', cell: ({ auditor }) => <span className="wrap-anywhere">{auditor}</span> },
  {
    label: 'File',
    cell: ({ url, sha256, file_size }) => (
      <PublicFileLink url={url} sha256={sha256} isPublic={isPublic}>
        PDF, {formatBytes(file_size)}
      </PublicFileLink>
    ),
  },
  { label: 'Added', isWide: true, cell: ({ created_at }) => <AdminDate instant={created_at} /> },
]

/** Who attested the units in custody, as of which day, and when the attestation expires. */
export function Attestations({ series, onSaved }: SeriesSectionProps) {
  const [adding, setAdding] = useState<AdminSeries>()
  return (
    <Panel
      title="Attestations"
      note="Units in custody. The most recent attestation is in force until it expires; earlier ones are superseded."
      aside={
        <RequirePermission permission="money">
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAdding(series)}>
            Add attestation
          </Button>
        </RequirePermission>
      }
    >
      {series.attestations.length === 0 ? (
        <EmptyState title="No attestations">No units can be issued until an attestation is added.</EmptyState>
      ) : (
        <RecordHistoryTable
          caption="Attestations"
          singularLabel="attestation"
          rows={series.attestations}
          rowKey={({ id }) => id}
          columns={columnsOf(series.attestations[0], series.token.is_active)}
        />
      )}
      <AttestationDialog target={adding} onClose={() => setAdding(undefined)} onSaved={onSaved} />
    </Panel>
  )
}
