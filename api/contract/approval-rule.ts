/**
 * Dual approval: writes that a second administrator must approve. An endpoint declares its rule and the pipeline
 * enforces it: before anything is committed, the changes are compared with the rule.
 */
import type { TObject, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { Permission } from './permissions.ts'
import { ExtendObject, Id, MultilineText, StringEnum } from './schema-builders.ts'

/** Maximum length of the reason for an approval request, in characters. */
export const APPROVAL_REASON_MAX = 1000

/**
 * Permissions of the calls with a rule: transactions and units, manual verification, screening and disputed addresses,
 * announcements and contact details, settings and administrators.
 */
export const approvalRulePermissions = [
  'money',
  'verify_by_hand',
  'verify',
  'publish',
  'administer',
] as const satisfies Permission[]
export type ApprovalRulePermission = (typeof approvalRulePermissions)[number]

/** When a write needs a second administrator: on any change, unless conditions are named. */
export interface ApprovalRule {
  /** The permission the approver needs, where it is more than the call itself requires. */
  permission?: ApprovalRulePermission
  /** The same where the write concerns an administrator's account. */
  ofAdmins?: ApprovalRulePermission
  /** Only these actions of the audit log. */
  actions?: readonly string[]
  /** Only when one of these fields changes. */
  fields?: readonly string[]
  /**
   * Only above the `four_eyes_amount` setting: the sum of these amounts before or after the change, on its own or
   * together with what the same administrator wrote for the same investor within 24 hours.
   */
  amountFields?: readonly string[]
  /** Only above the `four_eyes_amount` setting: the change in one of these amounts, summed in the same way. */
  amountChangeFields?: readonly string[]
  /** With `amountFields` or `amountChangeFields`: also when one of these fields changes, whatever the amount. */
  always?: readonly string[]
  /** With `amountFields`: when one of these fields changes, the whole amount counts towards the 24-hour sum. */
  fullAmountFields?: readonly string[]
  /**
   * With `amountFields`: when one of these fields changes, the old amount is reversed and the new one added, so both count.
   */
  directionFields?: readonly string[]
  /** With `amountFields`: rows of these types pay money out, and are also summed across all investors. */
  outward?: readonly string[]
  /** With `outward`: rows of these types add cash. A change that reduces one counts as a payment out. */
  inward?: readonly string[]
  /** Amounts count only while this field of the row is true. */
  onlyIfField?: string
  /** The field, before or after, with the amounts to use where those of the row do not count or there is no row. */
  fallbackField?: string
  /** The write has its own reason, which also serves as the reason for the approval request. */
  reasonSource?: 'body'
}

/** The reason for an approval request; not needed where there is no second administrator. */
const reason = () =>
  Type.Optional(
    MultilineText(APPROVAL_REASON_MAX, {
      minLength: 0,
      description:
        'Reason for the change, for the audit log and the approver; required if dual approval applies',
    }),
  )

/** A body with the reason for an approval request. */
export const withApprovalReason = <P extends TProperties>(body: TObject<P>) =>
  ExtendObject(body, { reason: reason() })

/** The body of a call with no field other than the reason. */
export const ApprovalReasonBody = Type.Optional(Type.Object({ reason: reason() }))

/** The response to a write that needs a second administrator: nothing has changed yet. */
export const ApprovalRequested = Type.Object({
  approval: Type.Object({ id: Id(), state: StringEnum(['waiting'] as const) }),
})
