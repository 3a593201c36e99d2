import {
  type AdminAttestation,
  type AdminSeries,
  AttestationBody,
  adminSeries,
} from '#contract/catalog/admin-series'
import { getFieldRules } from '#contract/schema-builders'
import type { FieldErrors } from '#core/form/form'
import { formatCalendarDate } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { formatUnits } from '#core/format/units'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { FileField } from '#site/admin/kit/uploads/FileField.tsx'
import { UploadProgress } from '#site/admin/kit/uploads/UploadProgress.tsx'
import { useFileUpload } from '#site/admin/kit/uploads/use-file-upload.ts'
import { getToday, type SeriesSectionProps } from './series-store.ts'
import { toMillionths } from './unit-arithmetic.ts'
import { ACCEPTED_FILE_TYPES, FILE_HINT, validateSeriesFile } from './validate-file.ts'

type AttestationValues = Record<'units_held' | 'as_of' | 'expires' | 'auditor' | 'file' | 'reason', string>

const labels: Record<Exclude<keyof AttestationValues, 'reason'>, string> = {
  units_held: 'Units in custody',
  as_of: 'As of',
  expires: 'Expires on',
  auditor: 'Auditor',
  file: 'Signed attestation',
}

interface AttestationDialogProps extends Pick<SeriesSectionProps, 'onSaved'> {
  target: AdminSeries | undefined
  onClose: () => void
}

/** Adds an attestation with its file. The most recent attestation is in force. */
export function AttestationDialog({ target, onClose, onSaved }: AttestationDialogProps) {
  const upload = useFileUpload()
  const check = (values: AttestationValues): FieldErrors<AttestationValues> => {
    const file = validateSeriesFile(upload.file.current)
    return {
      ...(toMillionths(parseDecimal(values.units_held) ?? '') === undefined && {
        units_held: 'Enter the units in custody, with up to six decimal places',
      }),
      ...(values.as_of === '' && { as_of: 'Enter the attestation date' }),
      ...(values.as_of > getToday() && {
        as_of: 'The date cannot be in the future',
      }),
      ...(values.expires === '' && { expires: 'Enter the expiry date' }),
      ...(values.expires !== '' &&
        values.expires < values.as_of && {
          expires: 'The expiry date must not be before the attestation date',
        }),
      ...(values.auditor.trim() === '' && { auditor: 'Enter the name of the auditor' }),
      ...(file && { file }),
    }
  }
  return (
    <EditDialog<AdminSeries, AttestationValues, AdminAttestation>
      target={target}
      onClose={onClose}
      title="Add attestation"
      kicker={target?.token.symbol}
      form={({ token, attestations }) => {
        upload.file.current = undefined
        return {
          initial: {
            values: {
              units_held: '',
              as_of: getToday(),
              expires: '',
              auditor: attestations[0]?.auditor ?? '',
              file: '',
              reason: '',
            },
            updatedAt: undefined,
          },
          check,
          save: async ({ file: _, units_held, reason, ...values }, { idempotencyKey }) => {
            const { attestation } = await upload.send(adminSeries.addAttestation, {
              params: { symbol: token.symbol },
              fields: { ...values, units_held: parseDecimal(units_held) ?? '', ...toReasonPayload(reason) },
              idempotencyKey,
            })
            return attestation
          },
          failure: upload.explain('Failed to add attestation'),
        }
      }}
      labels={labels}
      approval={{ endpoint: adminSeries.addAttestation }}
      submit="Add attestation"
      busy="Uploading..."
      review={{
        title: 'Add this attestation?',
        action: 'Add attestation',
        message: (values, series) => <Consequence values={values} series={series} />,
      }}
      onSaved={() => onSaved('Attestation added.')}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="units_held"
            label={labels.units_held}
            required
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            hint="As attested, up to six decimal places"
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField form={form} name="as_of" label={labels.as_of} type="date" required max={getToday()} />
            <TextField
              form={form}
              name="expires"
              label={labels.expires}
              type="date"
              required
              hint="Last day of validity (UTC)"
            />
          </div>
          <TextField
            form={form}
            name="auditor"
            label={labels.auditor}
            required
            autoComplete="off"
            maxLength={getFieldRules(AttestationBody, 'auditor').maxLength}
          />
          <FileField
            form={form}
            label={labels.file}
            hint={FILE_HINT}
            accept={ACCEPTED_FILE_TYPES}
            file={upload.file}
          />
          <ApprovalReason form={form} write={{ endpoint: adminSeries.addAttestation, isNeeded: true }} />
          {upload.progress && <UploadProgress {...upload.progress} onCancel={upload.cancel} />}
        </>
      )}
    </EditDialog>
  )
}

/** The effect of the attestation on the series. */
function Consequence({
  values: { units_held, as_of, expires },
  series: { token, series, attestations },
}: {
  values: AttestationValues
  series: AdminSeries
}) {
  const [last] = attestations
  const held = toMillionths(parseDecimal(units_held) ?? '') ?? 0n
  const isShort = held < (toMillionths(series.units_in_issue) ?? 0n)
  return (
    <div className="grid gap-3">
      <p>
        {formatUnits(parseDecimal(units_held) ?? '0')} units were in custody for {token.symbol} as of{' '}
        {formatCalendarDate(as_of)}. Attestations cannot be edited or deleted.
      </p>
      {last && last.as_of > as_of ? (
        <p>
          The attestation as of {formatCalendarDate(last.as_of)} is more recent and remains in force; this one
          has no effect.
        </p>
      ) : expires < getToday() ? (
        <p className="text-warn">This attestation has already expired: no units can be issued.</p>
      ) : isShort ? (
        <p className="text-warn">
          The attested units are below the {formatUnits(series.units_in_issue)} units in issue. No units can
          be issued, and the series page will show this.
        </p>
      ) : (
        <p>It takes effect immediately and is in force through {formatCalendarDate(expires)}.</p>
      )}
    </div>
  )
}
