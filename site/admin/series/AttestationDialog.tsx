import { type AdminAttestation, type AdminSeries, AttestationBody, adminSeries } from '#contract/admin-series'
import { fieldRules } from '#contract/schema'
import type { FieldErrors } from '#core/form/form'
import { readDecimal } from '#core/format/decimal'
import { formatCalendarDate } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { TextField } from '#site/admin/form/fields.tsx'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { FileField } from '#site/admin/uploads/FileField.tsx'
import { UploadProgress } from '#site/admin/uploads/UploadProgress.tsx'
import { useFileUpload } from '#site/admin/uploads/use-file-upload.ts'
import { ACCEPTED, checkFile, FILE_HINT } from './file-check.ts'
import { type PartProps, today } from './series.ts'
import { readUnits } from './units.ts'

type AttestationValues = Record<'units_held' | 'as_of' | 'expires' | 'auditor' | 'file' | 'reason', string>

const labels: Record<Exclude<keyof AttestationValues, 'reason'>, string> = {
  units_held: 'Units held',
  as_of: 'As of',
  expires: 'Valid until',
  auditor: 'Auditor',
  file: 'Signed attestation',
}

interface AttestationDialogProps extends Pick<PartProps, 'onStored'> {
  of: AdminSeries | undefined
  onClose: () => void
}

/** Adds an attestation with its file. The one of the latest day binds. */
export function AttestationDialog({ of, onClose, onStored }: AttestationDialogProps) {
  const upload = useFileUpload()
  const check = (values: AttestationValues): FieldErrors<AttestationValues> => {
    const file = checkFile(upload.file.current)
    return {
      ...(readUnits(readDecimal(values.units_held) ?? '') === undefined && {
        units_held: 'Enter the units held, with at most six decimals',
      }),
      ...(values.as_of === '' && { as_of: 'Enter the day of the count' }),
      ...(values.as_of > today() && {
        as_of: 'Enter today or an earlier day: it says what was, not what will be',
      }),
      ...(values.expires === '' && { expires: 'Enter the last day of the attestation' }),
      ...(values.expires !== '' &&
        values.expires < values.as_of && { expires: 'The attestation must expire after its day' }),
      ...(values.auditor.trim() === '' && { auditor: 'Enter who counted the units' }),
      ...(file && { file }),
    }
  }
  return (
    <EditDialog<AdminSeries, AttestationValues, AdminAttestation>
      of={of}
      onClose={onClose}
      title="Add attestation"
      kicker={of?.token.symbol}
      form={({ token, attestations }) => {
        upload.file.current = undefined
        return {
          initial: {
            values: {
              units_held: '',
              as_of: today(),
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
              fields: { ...values, units_held: readDecimal(units_held) ?? '', ...saidReason(reason) },
              idempotencyKey,
            })
            return attestation
          },
          failure: upload.explain('Failed to add the attestation'),
        }
      }}
      labels={labels}
      approval={{ endpoint: adminSeries.addAttestation }}
      submit="Add attestation"
      busy="Uploading..."
      review={{
        title: 'Add this attestation?',
        action: 'Add attestation',
        says: (values, series) => <Consequence values={values} series={series} />,
      }}
      onSaved={() => onStored('Attestation added.')}
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
            hint="As counted, with at most six decimals"
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField form={form} name="as_of" label={labels.as_of} type="date" required max={today()} />
            <TextField
              form={form}
              name="expires"
              label={labels.expires}
              type="date"
              required
              hint="Its last day, in UTC"
            />
          </div>
          <TextField
            form={form}
            name="auditor"
            label={labels.auditor}
            required
            autoComplete="off"
            maxLength={fieldRules(AttestationBody, 'auditor').maxLength}
          />
          <FileField form={form} label={labels.file} hint={FILE_HINT} accept={ACCEPTED} file={upload.file} />
          <ReasonField form={form} name="reason" isHidden />
          {upload.progress && <UploadProgress {...upload.progress} onCancel={upload.cancel} />}
        </>
      )}
    </EditDialog>
  )
}

/** What the attestation does to the series. */
function Consequence({
  values: { units_held, as_of, expires },
  series: { token, series, attestations },
}: {
  values: AttestationValues
  series: AdminSeries
}) {
  const [last] = attestations
  const held = readUnits(readDecimal(units_held) ?? '') ?? 0n
  const isShort = held < (readUnits(series.units_in_issue) ?? 0n)
  return (
    <div className="grid gap-3">
      <p>
        {formatUnits(readDecimal(units_held) ?? '0')} units were held against {token.symbol} on{' '}
        {formatCalendarDate(as_of)}. It stays in the history and can be neither changed nor deleted.
      </p>
      {last && last.as_of > as_of ? (
        <p>
          The attestation of {formatCalendarDate(last.as_of)} is of a later day: that one still binds, and
          this one changes nothing.
        </p>
      ) : expires < today() ? (
        <p className="text-warn">It has expired already: nothing can be issued from now on.</p>
      ) : isShort ? (
        <p className="text-warn">
          It counts fewer units than the {formatUnits(series.units_in_issue)} in issue: nothing can be issued
          from now on, and the page of the series shows it.
        </p>
      ) : (
        <p>From now on it binds, through {formatCalendarDate(expires)}.</p>
      )}
    </div>
  )
}
