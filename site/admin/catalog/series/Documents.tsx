import { useState } from 'react'
import { type AdminSeriesDocument, adminSeries } from '#contract/catalog/admin-series'
import { callAdminApi } from '#core/api/admin-api'
import { formatBytes } from '#core/format/file-size'
import { formatCountOf } from '#core/format/format'
import { toSentenceCase } from '#shared/case-format'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { DocumentDialog, type EditedDocument } from './DocumentDialog.tsx'
import { PublicFileLink } from './PublicFileLink.tsx'
import { type SeriesSectionProps, seriesDetail } from './series-store.ts'

/** The documents of a series, each with all of its versions. */
export function Documents({ series, onSaved }: SeriesSectionProps) {
  const [edited, setEdited] = useState<EditedDocument>()
  const [changed, setChanged] = useState<AdminSeriesDocument>()
  return (
    <Panel
      title="Documents"
      note="Public while the token is active or units are in issue. Earlier versions are kept."
      aside={
        <RequirePermission permission="money">
          <Button
            look="quiet"
            small
            aria-haspopup="dialog"
            onClick={() => setEdited({ series, document: undefined })}
          >
            Add document
          </Button>
        </RequirePermission>
      }
    >
      {series.documents.length === 0 ? (
        <EmptyState title="No documents">
          Documents marked for acknowledgment must be opened and acknowledged before subscribing.
        </EmptyState>
      ) : (
        <ul>
          {series.documents.map((document) => (
            <DocumentRow
              key={document.document_id}
              document={document}
              isPublic={series.token.is_active}
              onVersion={() => setEdited({ series, document })}
              onAcknowledgement={() => setChanged(document)}
            />
          ))}
        </ul>
      )}
      <DocumentDialog target={edited} onClose={() => setEdited(undefined)} onSaved={onSaved} />
      <ConfirmDialog
        target={changed}
        onClose={() => setChanged(undefined)}
        title="Acknowledgment"
        action={changed ? acknowledgementAction(changed) : ''}
        busy="Saving..."
        look="primary"
        takesReason
        approval={{ endpoint: adminSeries.updateDocument, isNeeded: true }}
        run={({ document_id: id, must_acknowledge }, said) =>
          callAdminApi(adminSeries.updateDocument, {
            params: { id },
            body: { must_acknowledge: !must_acknowledge, ...said },
          })
        }
        onDone={({ title, must_acknowledge }) =>
          onSaved(`${title}: acknowledgment ${must_acknowledge ? 'no longer required' : 'now required'}.`)
        }
        onOutdated={seriesDetail.refresh}
        failure="Failed to update document"
      >
        {({ title, version, must_acknowledge }) => (
          <>
            {must_acknowledge
              ? 'New subscriptions will no longer require acknowledgment of '
              : `New subscriptions will require investors to open and acknowledge version ${version} of `}
            <strong className="font-medium wrap-anywhere">{title}</strong>.{' '}
            {must_acknowledge
              ? 'Existing acknowledgments remain on record.'
              : 'Subscriptions already submitted are not affected.'}
          </>
        )}
      </ConfirmDialog>
    </Panel>
  )
}

const acknowledgementAction = ({ must_acknowledge }: AdminSeriesDocument): string =>
  must_acknowledge ? 'Remove requirement' : 'Require acknowledgment'

interface DocumentRowProps {
  document: AdminSeriesDocument
  isPublic: boolean
  onVersion: () => void
  onAcknowledgement: () => void
}

function DocumentRow({ document, isPublic, onVersion, onAcknowledgement }: DocumentRowProps) {
  const [current, ...earlier] = document.versions
  return (
    <li className="border-line px-[22px] py-4 not-first:border-t max-sm:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-medium wrap-anywhere">{document.title}</span>
            {document.must_acknowledge && <Badge tone="info">Acknowledgment required</Badge>}
          </p>
          <p className="text-[0.875rem] text-ink-2">{toSentenceCase(document.kind)}</p>
        </div>
        <div className="min-w-0 flex-1 basis-60 text-[0.9375rem]">
          {current && <Version version={current} isPublic={isPublic} />}
        </div>
        <RequirePermission permission="money">
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" small aria-haspopup="dialog" onClick={onAcknowledgement}>
              Acknowledgment<span className="visually-hidden"> of {document.title}</span>
            </Button>
            <Button look="quiet" small aria-haspopup="dialog" onClick={onVersion}>
              New version<span className="visually-hidden"> of {document.title}</span>
            </Button>
          </div>
        </RequirePermission>
      </div>
      {earlier.length > 0 && (
        <details className="mt-3 text-[0.9375rem]">
          <summary className="cursor-pointer text-[0.875rem] text-ink-2">
            {formatCountOf(earlier.length, 'earlier version')}
          </summary>
          <ul className="mt-2 grid gap-2.5">
            {earlier.map((version) => (
              <li key={version.id}>
                <Version version={version} isPublic={isPublic} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function Version({
  version,
  isPublic,
}: {
  version: AdminSeriesDocument['versions'][number]
  isPublic: boolean
}) {
  return (
    <>
      <PublicFileLink url={version.url} sha256={version.sha256} isPublic={isPublic}>
        Version {version.version}, PDF, {formatBytes(version.size)}
      </PublicFileLink>
      <span className="block text-[0.875rem] text-ink-3">
        Added <AdminDate instant={version.created_at} />
      </span>
    </>
  )
}
