import { REASON_MAX } from '#contract/two-pairs'
import { Field, Textarea } from '#ui/Field'
import { AreaField, type FieldForm } from './fields.tsx'

const wording = {
  label: 'Reason',
  hint: 'Kept in the audit log. The investor does not see it.',
  rows: 2,
  maxLength: REASON_MAX,
} as const

/** Why a row is corrected, in a form. A second administrator, where one is needed, is not asked for it again. */
export const ReasonField = ({ form, className }: { form: FieldForm<'reason'>; className?: string }) => (
  <AreaField form={form} name="reason" {...wording} className={className} />
)

interface ReasonInputProps {
  value: string
  required?: boolean
  /** It is required, and the action was asked for without it. */
  isMissing?: boolean
  onChange: (value: string) => void
}

/** The same in a question. */
export function ReasonInput({ value, required = false, isMissing = false, onChange }: ReasonInputProps) {
  const { label, hint, ...area } = wording
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={isMissing ? 'Enter the reason' : undefined}
      isAlert
    >
      {(wiring) => (
        <Textarea
          {...area}
          {...wiring}
          name="reason"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
