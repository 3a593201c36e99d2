import {
  type AdminSeries,
  type AdminSeriesDocument,
  adminSeries,
  SeriesDocumentBody,
} from '#contract/admin-series'
import { fieldRules } from '#contract/schema'
import type { RowFormOptions } from '#core/form/row-form'
import { seriesDocumentKinds } from '#shared/enums/series'
import { sentenceCase } from '#shared/words'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { ChoiceField, TextField, TickField } from '#site/admin/form/fields.tsx'
import { FileField } from '#site/admin/uploads/FileField.tsx'
import { UploadProgress } from '#site/admin/uploads/UploadProgress.tsx'
import { type FileUpload, useFileUpload } from '#site/admin/uploads/use-file-upload.ts'
import { ACCEPTED, checkFile, FILE_HINT } from './file-check.ts'
import { type PartProps, seriesDetail } from './series.ts'

/** A new document of a series, or the next version of one. */
export interface EditedDocument {
  series: AdminSeries
  document: AdminSeriesDocument | undefined
}

type DocumentValues = { kind: string; title: string; must_acknowledge: boolean; file: string }

const labels: Record<keyof DocumentValues, string> = {
  kind: 'Kind',
  title: 'Title',
  must_acknowledge: 'Investors must acknowledge it before they subscribe',
  file: 'File',
}

const kinds = seriesDocumentKinds.map((value) => ({ value, label: sentenceCase(value) }))

const formOf =
  (upload: FileUpload) =>
  ({ series, document }: EditedDocument): RowFormOptions<DocumentValues, AdminSeriesDocument> => {
    upload.file.current = undefined
    return {
      initial: { values: { kind: '', title: '', must_acknowledge: false, file: '' }, updatedAt: undefined },
      check: ({ kind, title }) => {
        const file = checkFile(upload.file.current)
        return {
          ...(!document && kind === '' && { kind: 'Choose the kind of the document' }),
          ...(!document && title.trim() === '' && { title: 'Enter a title' }),
          ...(file && { file }),
        }
      },
      save: async ({ kind, title, must_acknowledge }, { idempotencyKey }) => {
        const stored = document
          ? await upload.send(adminSeries.addVersion, {
              params: { id: document.document_id },
              idempotencyKey,
            })
          : await upload.send(adminSeries.addDocument, {
              params: { symbol: series.token.symbol },
              fields: { kind, title, must_acknowledge: String(must_acknowledge) },
              idempotencyKey,
            })
        return stored.document
      },
      failure: upload.explain('Failed to add the document'),
    }
  }

interface DocumentDialogProps extends Pick<PartProps, 'onStored'> {
  of: EditedDocument | undefined
  onClose: () => void
}

/** Adds a document with its first version, or the next version of one. */
export function DocumentDialog({ of, onClose, onStored }: DocumentDialogProps) {
  const upload = useFileUpload()
  const isNew = of?.document === undefined
  return (
    <EditDialog<EditedDocument, DocumentValues, AdminSeriesDocument>
      of={of}
      onClose={onClose}
      title={isNew ? 'Add document' : 'Add version'}
      kicker={of?.series.token.symbol}
      form={formOf(upload)}
      labels={labels}
      submit={isNew ? 'Add document' : 'Add version'}
      busy="Uploading..."
      onGone={seriesDetail.refresh}
      onSaved={({ title, version }) => onStored(`${title}: version ${version} added.`)}
    >
      {(form, { document }) => (
        <>
          {document ? (
            <p className="wrap-anywhere">
              Version {document.version + 1} of <strong className="font-medium">{document.title}</strong>.
              Earlier versions stay in the history.
              {document.must_acknowledge && ' Investors who subscribe from now on acknowledge this version.'}
            </p>
          ) : (
            <>
              <ChoiceField
                form={form}
                name="kind"
                label={labels.kind}
                required
                prompt="Choose a kind"
                options={kinds}
              />
              <TextField
                form={form}
                name="title"
                label={labels.title}
                required
                autoComplete="off"
                maxLength={fieldRules(SeriesDocumentBody, 'title').maxLength}
              />
            </>
          )}
          <FileField form={form} label={labels.file} hint={FILE_HINT} accept={ACCEPTED} file={upload.file} />
          {!document && <TickField form={form} name="must_acknowledge" label={labels.must_acknowledge} />}
          {upload.progress && <UploadProgress {...upload.progress} onCancel={upload.cancel} />}
        </>
      )}
    </EditDialog>
  )
}
