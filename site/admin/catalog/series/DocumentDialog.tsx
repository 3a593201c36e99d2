import {
  type AdminSeries,
  type AdminSeriesDocument,
  adminSeries,
  SeriesDocumentBody,
} from '#contract/catalog/admin-series'
import { getFieldRules } from '#contract/schema-builders'
import type { RowFormOptions } from '#core/form/row-form'
import { toSentenceCase } from '#shared/case-format'
import { seriesDocumentTypes } from '#shared/enums/series'
import type { ApprovedWrite } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, SelectField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { FileField } from '#site/admin/kit/uploads/FileField.tsx'
import { UploadProgress } from '#site/admin/kit/uploads/UploadProgress.tsx'
import { type FileUpload, useFileUpload } from '#site/admin/kit/uploads/use-file-upload.ts'
import { type SeriesSectionProps, seriesDetail } from './series-store.ts'
import { ACCEPTED_FILE_TYPES, FILE_HINT, validateSeriesFile } from './validate-file.ts'

/** A new series document, or the next version of one. */
export interface EditedDocument {
  series: AdminSeries
  document: AdminSeriesDocument | undefined
}

type DocumentValues = { kind: string; title: string; must_acknowledge: boolean; file: string; reason: string }

const labels: Record<Exclude<keyof DocumentValues, 'reason'>, string> = {
  kind: 'Type',
  title: 'Title',
  must_acknowledge: 'Investors must acknowledge this document before subscribing',
  file: 'File',
}

const kinds = seriesDocumentTypes.map((value) => ({ value, label: toSentenceCase(value) }))

const formOf =
  (upload: FileUpload) =>
  ({ series, document }: EditedDocument): RowFormOptions<DocumentValues, AdminSeriesDocument> => {
    upload.file.current = undefined
    return {
      initial: {
        values: { kind: '', title: '', must_acknowledge: false, file: '', reason: '' },
        updatedAt: undefined,
      },
      check: ({ kind, title }) => {
        const file = validateSeriesFile(upload.file.current)
        return {
          ...(!document && kind === '' && { kind: 'Select a document type' }),
          ...(!document && title.trim() === '' && { title: 'Enter a title' }),
          ...(file && { file }),
        }
      },
      save: async ({ kind, title, must_acknowledge, reason }, { idempotencyKey }) => {
        const stored = document
          ? await upload.send(adminSeries.addDocumentVersion, {
              params: { id: document.document_id },
              fields: toReasonPayload(reason),
              idempotencyKey,
            })
          : await upload.send(adminSeries.addDocument, {
              params: { symbol: series.token.symbol },
              fields: { kind, title, must_acknowledge: String(must_acknowledge), ...toReasonPayload(reason) },
              idempotencyKey,
            })
        return stored.document
      },
      failure: upload.explain('Failed to add document'),
    }
  }

const getWrite = ({ document }: EditedDocument): ApprovedWrite => ({
  endpoint: document ? adminSeries.addDocumentVersion : adminSeries.addDocument,
  isNeeded: true,
})

interface DocumentDialogProps extends Pick<SeriesSectionProps, 'onSaved'> {
  target: EditedDocument | undefined
  onClose: () => void
}

/** Adds a document with its first version, or the next version of one. */
export function DocumentDialog({ target, onClose, onSaved }: DocumentDialogProps) {
  const upload = useFileUpload()
  const isNew = target?.document === undefined
  return (
    <EditDialog<EditedDocument, DocumentValues, AdminSeriesDocument>
      target={target}
      onClose={onClose}
      title={isNew ? 'Add document' : 'Add version'}
      kicker={target?.series.token.symbol}
      form={formOf(upload)}
      labels={labels}
      submit={isNew ? 'Add document' : 'Add version'}
      busy="Uploading..."
      approval={(_, edited) => getWrite(edited)}
      onGone={seriesDetail.refresh}
      onSaved={({ title, version }) => onSaved(`${title}: version ${version} added.`)}
    >
      {(form, edited) => {
        const { document } = edited
        return (
          <>
            {document ? (
              <p className="wrap-anywhere">
                Version {document.version + 1} of <strong className="font-medium">{document.title}</strong>.
                Earlier versions are kept.
                {document.must_acknowledge && ' New subscribers must acknowledge this version.'}
              </p>
            ) : (
              <>
                <SelectField
                  form={form}
                  name="kind"
                  label={labels.kind}
                  required
                  prompt="Select a type"
                  options={kinds}
                />
                <TextField
                  form={form}
                  name="title"
                  label={labels.title}
                  required
                  autoComplete="off"
                  maxLength={getFieldRules(SeriesDocumentBody, 'title').maxLength}
                />
              </>
            )}
            <FileField
              form={form}
              label={labels.file}
              hint={FILE_HINT}
              accept={ACCEPTED_FILE_TYPES}
              file={upload.file}
            />
            {!document && (
              <CheckboxField form={form} name="must_acknowledge" label={labels.must_acknowledge} />
            )}
            <ApprovalReason form={form} write={getWrite(edited)} />
            {upload.progress && <UploadProgress {...upload.progress} onCancel={upload.cancel} />}
          </>
        )
      }}
    </EditDialog>
  )
}
