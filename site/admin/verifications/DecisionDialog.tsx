import {
  adminVerifications,
  REASON_MAX,
  type ReviewedVerification,
  type VerificationAction,
} from '#contract/admin-verifications'
import { callAdmin } from '#core/api/admin-api'
import { RejectedCall } from '#core/api/problems'
import type { RowForm, RowFormOptions } from '#core/form/row-form'
import { type RiskRating, riskRatings, type VerificationItem } from '#shared/enums/verifications'
import { sentenceCase } from '#shared/words'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, ChoiceField, TextField, TickField } from '#site/admin/form/fields.tsx'
import { TippingOff } from '#site/admin/shared/Standing.tsx'
import { refreshVerifications } from './list.ts'
import { Matches } from './Matches.tsx'

/** A decision that is asked about in a dialog. */
export interface Decision {
  action: Extract<VerificationAction, 'ask_again' | 'rate' | 'verify' | 'refuse' | 'expire'>
  verification: ReviewedVerification
  item?: { id: VerificationItem; label: string }
}

type Values = { reason: string; verified_until: string; risk: string; anyway: boolean }

const YEAR_MS = 365 * 86_400_000

const texts: Record<
  Decision['action'],
  { title: string; submit: string; busy: string; effect: string; done: string }
> = {
  ask_again: {
    title: 'Ask again',
    submit: 'Ask again',
    busy: 'Asking...',
    effect: 'The investor gets a notification with your reason, and can change the form.',
    done: 'The item is asked for again.',
  },
  rate: {
    title: 'Rate the risk',
    submit: 'Save rating',
    busy: 'Saving...',
    effect: 'Rating and grounds are read by administrators alone.',
    done: 'The risk is rated.',
  },
  verify: {
    title: 'Verify',
    submit: 'Verify',
    busy: 'Verifying...',
    effect:
      'The investor gets a notification, and requests and subscriptions can be approved. The country of the address becomes that of the account.',
    done: 'The investor is verified.',
  },
  refuse: {
    title: 'Refuse',
    submit: 'Refuse',
    busy: 'Refusing...',
    effect: 'The investor reads your reason. The evidence is kept as long as the rule says, then removed.',
    done: 'The verification is refused.',
  },
  expire: {
    title: 'End the verification',
    submit: 'End it now',
    busy: 'Ending...',
    effect: 'New subscriptions stop at once; holdings stay. The investor can renew it.',
    done: 'The verification has ended.',
  },
}

const labels = {
  reason: 'Reason',
  verified_until: 'Verified until',
  risk: 'Risk',
  anyway: 'Verify with an unfinished review',
}
/** What is not finished of a review; empty when all is. The server asks for accepted items and a day alone. */
function describeOpen({ checks, risk, files }: ReviewedVerification): string {
  const unopened = files.filter(({ is_opened }) => !is_opened).length
  const ticked = checks.filter(({ is_done }) => is_done).length
  const open = [
    ...(ticked < checks.length ? [`the checklist is at ${ticked} of ${checks.length}`] : []),
    ...(unopened > 0 ? [`${unopened} of ${files.length} files not opened by anyone`] : []),
    ...(risk === null ? ['the risk is not rated'] : []),
  ]
  return sentenceCase(open.join(', and '))
}

/** Whether the investor reads the reason. */
const isRead = (action: Decision['action']) => action !== 'rate' && action !== 'verify'

const standOf = ({ open_hits, matches }: ReviewedVerification) =>
  open_hits > 0 ? 'waits' : matches.length > 0 ? 'listed' : 'clear'

const needsReason = ({ action, verification }: Decision) =>
  action === 'verify' ? verification.matches.length > 0 : action !== 'expire'

const missingReason: Partial<Record<Decision['action'], string>> = {
  rate: 'Name the grounds',
  verify: 'Say why somebody on a list is verified',
}

const formOf = (decision: Decision): RowFormOptions<Values, ReviewedVerification> => {
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
          reason: missingReason[action] ?? 'Enter the reason, which the investor reads',
        }),
      ...(action === 'rate' && risk === '' && { risk: 'Choose the risk' }),
      ...(action === 'verify' && verified_until === '' && { verified_until: 'Choose the last day' }),
      ...(action === 'verify' &&
        !anyway &&
        describeOpen(verification) !== '' && {
          anyway: 'Finish the review first, or tick that you verify anyway',
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
        return (await callAdmin(adminVerifications.decide, { params, body })).verification
      } catch (error) {
        // Somebody else was faster, or the investor has changed something.
        if (error instanceof RejectedCall && error.status === 409) void refreshVerifications()
        throw error
      }
    },
    failure: 'This was not decided: {reason}',
  }
}

interface DecisionDialogProps {
  of: Decision | undefined
  onClose: () => void
  showSuccess: (message: string) => void
}

/** Asks for the reason, the day or the rating of a decision, and says what happens then. */
export function DecisionDialog({ of, onClose, showSuccess }: DecisionDialogProps) {
  const text = texts[of?.action ?? 'verify']
  return (
    <EditDialog<Decision, Values, ReviewedVerification>
      of={of}
      onClose={onClose}
      title={of?.item ? `${text.title}: ${of.item.label}` : text.title}
      kicker={of?.verification.name}
      form={formOf}
      labels={labels}
      approval={{
        endpoint: adminVerifications.decide,
        isNeeded: of?.action === 'verify' && of.verification.matches.length > 0,
      }}
      submit={text.submit}
      busy={text.busy}
      onSaved={async () => {
        await refreshVerifications()
        showSuccess(text.done)
      }}
    >
      {(form, { action, verification }) => (
        <>
          <p>{text.effect}</p>
          {action === 'verify' && (
            <Matches
              of={verification.matches}
              openHits={verification.open_hits}
              openNames={verification.open_hit_names}
              userId={verification.user_id}
            />
          )}
          {isRead(action) && <TippingOff of={{ screening: standOf(verification) }} />}
          <Fields form={form} action={action} isOnList={verification.matches.length > 0} />
          {action === 'verify' && describeOpen(verification) !== '' && (
            <TickField
              form={form}
              name="anyway"
              label={labels.anyway}
              hint={`${describeOpen(verification)}. The audit log keeps how the review stood.`}
            />
          )}
        </>
      )}
    </EditDialog>
  )
}

interface FieldsProps {
  form: RowForm<Values, ReviewedVerification>
  action: Decision['action']
  /** The investor is on a list of the screening. */
  isOnList: boolean
}

function Fields({ form, action, isOnList }: FieldsProps) {
  if (action === 'verify') {
    return (
      <>
        <TextField
          form={form}
          name="verified_until"
          label={labels.verified_until}
          hint="The last day on which it counts; the investor is reminded 60, 30 and 7 days before"
          type="date"
          required
        />
        {isOnList && (
          <AreaField
            form={form}
            name="reason"
            label={labels.reason}
            hint="Why somebody on a list is verified, for the second administrator and the history. The investor does not read it"
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
        <ChoiceField
          form={form}
          name="risk"
          label={labels.risk}
          prompt="Choose"
          options={riskRatings.map((value) => ({ value, label: sentenceCase(value) }))}
          required
        />
      )}
      <AreaField
        form={form}
        name="reason"
        label={action === 'rate' ? 'Grounds' : labels.reason}
        hint={action === 'rate' ? 'Country, funds, ownership, screening' : 'The investor reads it'}
        rows={4}
        required={action !== 'expire'}
        maxLength={REASON_MAX}
      />
    </>
  )
}
