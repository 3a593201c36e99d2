import { useState } from 'react'
import { type AdminSeriesDocument, adminSeries } from '#contract/admin-series'
import { callAdmin } from '#core/api/admin-api'
import { formatBytes } from '#core/format/file-size'
import { countOf } from '#core/format/format'
import { sentenceCase } from '#shared/words'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { May } from '#site/admin/shared/may.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { DocumentDialog, type EditedDocument } from './DocumentDialog.tsx'
import { StoredFile } from './StoredFile.tsx'
import { type PartProps, seriesDetail } from './series.ts'

/** The documents of a series, each with all of its versions. */
export function Documents({ of, onStored }: PartProps) {
  const [edited, setEdited] = useState<EditedDocument>()
  const [changed, setChanged] = useState<AdminSeriesDocument>()
  return (
    <Panel
      title="Documents"
      note="Public while the token is active or units of it are in issue; a new version replaces none"
      aside={
        <May permission="money">
          <Button
            look="quiet"
            small
            aria-haspopup="dialog"
            onClick={() => setEdited({ series: of, document: undefined })}
          >
            Add document
          </Button>
        </May>
      }
    >
      {of.documents.length === 0 ? (
        <EmptyState title="No document">
          Those that must be acknowledged are read by every investor before subscribing.
        </EmptyState>
      ) : (
        <ul>
          {of.documents.map((document) => (
            <DocumentRow
              key={document.document_id}
              of={document}
              isPublic={of.token.is_active}
              onVersion={() => setEdited({ series: of, document })}
              onAcknowledgement={() => setChanged(document)}
            />
          ))}
        </ul>
      )}
      <DocumentDialog of={edited} onClose={() => setEdited(undefined)} onStored={onStored} />
      <ConfirmDialog
        of={changed}
        onClose={() => setChanged(undefined)}
        title="Acknowledgement"
        action={changed ? acknowledgementAction(changed) : ''}
        busy="Saving..."
        look="primary"
        run={({ document_id: id, must_acknowledge }) =>
          callAdmin(adminSeries.updateDocument, {
            params: { id },
            body: { must_acknowledge: !must_acknowledge },
          })
        }
        onDone={({ title, must_acknowledge }) =>
          onStored(
            `${title}: ${must_acknowledge ? 'no longer to be acknowledged' : 'to be acknowledged from now on'}.`,
          )
        }
        onOutdated={seriesDetail.refresh}
        failure="Failed to change the document"
      >
        {({ title, version, must_acknowledge }) => (
          <>
            {must_acknowledge
              ? 'Later subscriptions no longer ask for an acknowledgement of '
              : `Each later subscription asks the investor to open and acknowledge version ${version} of `}
            <strong className="font-medium wrap-anywhere">{title}</strong>.{' '}
            {must_acknowledge
              ? 'Acknowledgements that were given stay with their subscriptions.'
              : 'Subscriptions that are submitted already stay as they are, and nobody is asked again for them.'}
          </>
        )}
      </ConfirmDialog>
    </Panel>
  )
}

const acknowledgementAction = ({ must_acknowledge }: AdminSeriesDocument): string =>
  must_acknowledge ? 'Stop asking' : 'Ask for acknowledgement'

interface DocumentRowProps {
  of: AdminSeriesDocument
  isPublic: boolean
  onVersion: () => void
  onAcknowledgement: () => void
}

function DocumentRow({ of: document, isPublic, onVersion, onAcknowledgement }: DocumentRowProps) {
  const [current, ...earlier] = document.versions
  return (
    <li className="border-line px-[22px] py-4 not-first:border-t max-sm:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-medium wrap-anywhere">{document.title}</span>
            {document.must_acknowledge && <Badge tone="info">Must be acknowledged</Badge>}
          </p>
          <p className="text-[0.875rem] text-ink-2">{sentenceCase(document.kind)}</p>
        </div>
        <div className="min-w-0 flex-1 basis-60 text-[0.9375rem]">
          {current && <Version of={current} isPublic={isPublic} />}
        </div>
        <May permission="money">
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" small aria-haspopup="dialog" onClick={onAcknowledgement}>
              Acknowledgement<span className="visually-hidden"> of {document.title}</span>
            </Button>
            <Button look="quiet" small aria-haspopup="dialog" onClick={onVersion}>
              New version<span className="visually-hidden"> of {document.title}</span>
            </Button>
          </div>
        </May>
      </div>
      {earlier.length > 0 && (
        <details className="mt-3 text-[0.9375rem]">
          <summary className="cursor-pointer text-[0.875rem] text-ink-2">
            {countOf(earlier.length, 'earlier version')}
          </summary>
          <ul className="mt-2 grid gap-2.5">
            {earlier.map((version) => (
              <li key={version.id}>
                <Version of={version} isPublic={isPublic} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function Version({ of, isPublic }: { of: AdminSeriesDocument['versions'][number]; isPublic: boolean }) {
  return (
    <>
      <StoredFile url={of.url} sha256={of.sha256} isPublic={isPublic}>
        Version {of.version}, PDF, {formatBytes(of.size)}
      </StoredFile>
      <span className="block text-[0.875rem] text-ink-3">
        Added <AdminDate instant={of.created_at} />
      </span>
    </>
  )
}
