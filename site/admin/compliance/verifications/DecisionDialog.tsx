import { useStore } from '@nanostores/react'
import {
  adminVerifications,
  REASON_MAX,
  type VerificationAction,
  type VerificationReview,
} from '#contract/compliance/admin-verifications'
import { callAdminApi } from '#core/api/admin-api'
import { ApiError } from '#core/api/call-errors'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { toSentenceCase } from '#shared/case-format'
import { type RiskRating, riskRatings, type VerificationItem } from '#shared/enums/verifications'
import { isDualApprovalActive } from '#site/admin/kit/approvals/pending-approvals.ts'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, SelectField, TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { TippingOffWarning } from '#site/admin/kit/InvestorStatus.tsx'
import { ScreeningMatches } from './ScreeningMatches.tsx'
import { refreshVerifications } from './verification-list.ts'

/** A decision that needs a dialog. */
export interface Decision {
  action: Extract<VerificationAction, 'ask_again' | 'rate' | 'verify' | 'refuse' | 'expire'>
  verification: VerificationReview
  item?: { id: VerificationItem; label: string }
}

type Values = { reason: string; verified_until: string; risk: string; anyway: boolean }

const YEAR_MS = 365 * 86_400_000

const texts: Record<
  Decision['action'],
  { title: string; submit: string; busy: string; effect: string; done: string }
> = {
  ask_again: {
    title: 'Request more information',
    submit: 'Send request',
    busy: 'Sending...',
    effect: 'The investor will be notified with your reason and can edit the form.',
    done: 'More information requested.',
  },
  rate: {
    title: 'Set risk rating',
    submit: 'Save rating',
    busy: 'Saving...',
    effect: 'The rating and rationale are visible to administrators only.',
    done: 'Risk rating saved.',
  },
  verify: {
    title: 'Verify',
    submit: 'Verify',
    busy: 'Verifying...',
    effect:
      'The investor will be notified, and their requests and subscriptions can be approved. The country of the account is set to the country of the verified address.',
    done: 'Investor verified.',
  },
  refuse: {
    title: 'Reject verification',
    submit: 'Reject',
    busy: 'Rejecting...',
    effect: 'Your reason will be shown to the investor. The evidence is deleted after the retention period.',
    done: 'Verification rejected.',
  },
  expire: {
    title: 'End verification',
    submit: 'End verification',
    busy: 'Ending...',
    effect:
      'The investor can no longer subscribe until they renew their verification. Existing holdings are not affected.',
    done: 'Verification ended.',
  },
}

const labels = {
  reason: 'Reason',
  verified_until: 'Verified until',
  risk: 'Risk rating',
  anyway: 'Verify with an incomplete review',
}

/** What is still missing in a review; empty if complete. */
function describeOpen({ checks, risk, files, is_email_confirmed }: VerificationReview): string {
  const current = files.filter(({ replaced_at }) => replaced_at === null)
  const unopened = current.filter(({ is_opened }) => !is_opened).length
  const ticked = checks.filter(({ is_done }) => is_done).length
  const open = [
    ...(ticked < checks.length ? [`${ticked} of ${checks.length} checks completed`] : []),
    ...(unopened > 0 ? [`${unopened} of ${current.length} files not opened by anyone`] : []),
    ...(risk === null ? ['no risk rating'] : []),
    ...(is_email_confirmed ? [] : ['the email address is not confirmed']),
  ]
  return toSentenceCase(open.join(', and '))
}

/** Whether the reason is shown to the investor. */
const isRead = (action: Decision['action']) => action !== 'rate' && action !== 'verify'

const standOf = ({ open_hits, matches }: VerificationReview) =>
  open_hits > 0 ? 'waits' : matches.length > 0 ? 'listed' : 'clear'

/** Whether verifying takes a second administrator: a match, another name, or an incomplete review. */
const needsSecond = ({ action, verification }: Decision) =>
  action === 'verify' &&
  (verification.matches.length > 0 ||
    verification.is_renamed ||
    verification.has_new_evidence ||
    describeOpen(verification) !== '')

const $isApprovalActive = isDualApprovalActive('verify')

const needsReason = (decision: Decision) =>
  decision.action === 'verify'
    ? decision.verification.matches.length > 0 || ($isApprovalActive.get() && needsSecond(decision))
    : decision.action !== 'expire'

const missingReason: Partial<Record<Decision['action'], string>> = {
  rate: 'Enter the rationale',
  verify: 'Explain why this investor is verified',
}

const formOf = (decision: Decision): RowFormOptions<Values, VerificationReview> => {
  const { action, verification, item } = decision
  return {
    initial: {
      values: {
        reason: action === 'rate' ? verification.risk_grounds : '',
        verified_until: new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10),
        risk: verification.risk ?? '',
        anyway: false,
      },
      updatedAt: verification.updated_at,
    },
    check: ({ reason, risk, verified_until, anyway }) => ({
      ...(needsReason(decision) &&
        reason.trim() === '' && {
          reason: missingReason[action] ?? 'Enter a reason (shown to the investor)',
        }),
      ...(action === 'rate' && risk === '' && { risk: 'Select a risk rating' }),
      ...(action === 'verify' && verified_until === '' && { verified_until: 'Enter an expiry date' }),
      ...(action === 'verify' &&
        !anyway &&
        describeOpen(verification) !== '' && {
          anyway: 'Complete the review, or confirm that you want to verify anyway',
        }),
    }),
    save: async ({ reason, verified_until, risk }, { updatedAt }) => {
      const body = {
        action,
        item: item?.id,
        reason: reason.trim() || undefined,
        verified_until: action === 'verify' ? verified_until : undefined,
        risk: action === 'rate' ? (risk as RiskRating) : undefined,
        updated_at: updatedAt,
      }
      try {
        const params = { user_id: verification.user_id }
        return (await callAdminApi(adminVerifications.decide, { params, body })).verification
      } catch (error) {
        // Someone else was faster, or the investor has changed something.
        if (error instanceof ApiError && error.status === 409) void refreshVerifications()
        throw error
      }
    },
    failure: 'Failed to save the decision: {reason}',
  }
}

interface DecisionDialogProps {
  decision: Decision | undefined
  onClose: () => void
  showSuccess: (message: string) => void
}

/** Asks for the reason, day or rating of a decision, and shows what will happen. */
export function DecisionDialog({ decision, onClose, showSuccess }: DecisionDialogProps) {
  const text = texts[decision?.action ?? 'verify']
  // Read by `needsReason`, also while the form is checked.
  useStore($isApprovalActive)
  return (
    <EditDialog<Decision, Values, VerificationReview>
      target={decision}
      onClose={onClose}
      title={decision?.item ? `${text.title}: ${decision.item.label}` : text.title}
      kicker={decision?.verification.name}
      form={formOf}
      labels={labels}
      approval={{
        endpoint: adminVerifications.decide,
        isNeeded: decision !== undefined && needsSecond(decision),
      }}
      submit={text.submit}
      busy={text.busy}
      onSaved={async () => {
        await refreshVerifications()
        showSuccess(text.done)
      }}
    >
      {(form, edited) => {
        const { action, verification } = edited
        return (
          <>
            <p>{text.effect}</p>
            {action === 'verify' && (
              <ScreeningMatches
                matches={verification.matches}
                openHits={verification.open_hits}
                openNames={verification.open_hit_names}
                userId={verification.user_id}
              />
            )}
            {isRead(action) && <TippingOffWarning investor={{ screening: standOf(verification) }} />}
            {action === 'verify' && verification.has_new_evidence && !verification.is_renamed && (
              <p className="text-warn">
                The identity or its documents have changed since the last decision. Compare them with the
                replaced files.
              </p>
            )}
            {action === 'verify' && verification.is_renamed && (
              <p className="text-warn">
                The form states another name than the one verified last:{' '}
                <strong className="font-medium wrap-anywhere">{verification.verified_name}</strong>. The new
                name will appear on the register and on certificates.
              </p>
            )}
            <Fields form={form} action={action} isReasonNeeded={needsReason(edited)} />
            {action === 'verify' && describeOpen(verification) !== '' && (
              <CheckboxField
                form={form}
                name="anyway"
                label={labels.anyway}
                hint={`${describeOpen(verification)}. The review status is recorded in the audit log.`}
              />
            )}
          </>
        )
      }}
    </EditDialog>
  )
}

interface FieldsProps {
  form: RowForm<Values, VerificationReview>
  action: Decision['action']
  /** A second administrator reads the reason for a verification. */
  isReasonNeeded: boolean
}

function Fields({ form, action, isReasonNeeded }: FieldsProps) {
  if (action === 'verify') {
    return (
      <>
        <TextField
          form={form}
          name="verified_until"
          label={labels.verified_until}
          hint="Last day of validity. The investor is reminded 60, 30 and 7 days before"
          type="date"
          required
        />
        {isReasonNeeded && (
          <TextareaField
            form={form}
            name="reason"
            label={labels.reason}
            hint="Why this investor is verified. Visible to the approver and in the history, not to the investor"
            rows={3}
            required
          />
        )}
      </>
    )
  }
  return (
    <>
      {action === 'rate' && (
        <SelectField
          form={form}
          name="risk"
          label={labels.risk}
          prompt="Select"
          options={riskRatings.map((value) => ({ value, label: toSentenceCase(value) }))}
          required
        />
      )}
      <TextareaField
        form={form}
        name="reason"
        label={action === 'rate' ? 'Rationale' : labels.reason}
        hint={action === 'rate' ? 'Country, source of funds, ownership, screening' : 'Shown to the investor'}
        rows={4}
        required={action !== 'expire'}
        maxLength={REASON_MAX}
      />
    </>
  )
}
