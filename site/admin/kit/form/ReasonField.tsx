import { useStore } from '@nanostores/react'
import { useMemo, useRef } from 'react'
import { APPROVAL_REASON_MAX } from '#contract/approval-rule'
import { type ApprovedWrite, secondNeededFor } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { Field, Textarea } from '#ui/Field'
import { type FieldForm, TextareaField } from './form-fields.tsx'

const wording = { label: 'Reason', rows: 2 } as const
const kept = 'Recorded in the audit log. Not visible to investors.'
/** The hint once a second administrator is needed. */
const read = 'Visible to the approver. Not visible to investors.'

interface ReasonFieldProps<Name extends string> {
  form: FieldForm<NoInfer<Name>>
  /** The form value that holds the reason. */
  name: Name
  /** Shown only if a second administrator must approve the write. */
  isHidden?: boolean
  /** Known in advance that approval is needed. */
  isNeeded?: boolean
  maxLength?: number
  /** Where another field of the form is a reason too. */
  label?: string
  className?: string
}

/**
 * The reason for a write, in a form. It becomes required if the server needs it because a second administrator must
 * approve the write; the server's message is then shown at the field.
 */
export function ReasonField<Name extends string>({
  form,
  name,
  isHidden = false,
  isNeeded = false,
  maxLength = APPROVAL_REASON_MAX,
  label = wording.label,
  className,
}: ReasonFieldProps<Name>) {
  const { fieldErrors } = useStore(form.$state)
  const wasWanted = useRef(false)
  wasWanted.current ||= fieldErrors[name] !== undefined
  const isWanted = isNeeded || wasWanted.current
  if (isHidden && !isWanted) return null
  return (
    <TextareaField
      form={form}
      name={name}
      rows={wording.rows}
      label={label}
      maxLength={maxLength}
      hint={isWanted ? read : kept}
      required={isWanted}
      className={className}
    />
  )
}

interface ApprovalReasonProps {
  form: FieldForm<'reason'>
  write: ApprovedWrite
}

/** The reason for a write that may need approval: shown once it is known to be needed. */
export function ApprovalReason({ form, write: { endpoint, isNeeded, permission } }: ApprovalReasonProps) {
  const $isNeeded = useMemo(
    () =>
      secondNeededFor({
        endpoint,
        ...(isNeeded !== undefined && { isNeeded }),
        ...(permission && { permission }),
      }),
    [endpoint, isNeeded, permission],
  )
  return <ReasonField form={form} name="reason" isHidden isNeeded={useStore($isNeeded)} />
}

interface ReasonInputProps {
  value: string
  required?: boolean
  /** The message if it is missing, before or after submission. */
  error?: string | undefined
  /** A second administrator reads it. */
  isWanted?: boolean
  maxLength?: number | undefined
  onChange: (value: string) => void
}

/** The same in a confirmation. */
export function ReasonInput({
  value,
  required = false,
  error,
  isWanted = false,
  maxLength = APPROVAL_REASON_MAX,
  onChange,
}: ReasonInputProps) {
  const { label, ...area } = wording
  return (
    <Field label={label} hint={isWanted ? read : kept} required={required || isWanted} error={error} isAlert>
      {(wiring) => (
        <Textarea
          {...area}
          maxLength={maxLength}
          {...wiring}
          name="reason"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
