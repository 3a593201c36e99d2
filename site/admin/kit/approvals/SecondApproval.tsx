import { useStore } from '@nanostores/react'
import { computed, type ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import type { ApprovalRule, ApprovalRulePermission } from '#contract/approval-rule'
import type { Endpoint } from '#contract/endpoint'
import { getRequiredPermission } from '#contract/permissions'
import { isDualApprovalActive } from './pending-approvals.ts'

/** A write that may need a second administrator. */
export interface ApprovedWrite {
  endpoint: Pick<Endpoint, 'approvalRule' | 'access'>
  /** Whether the rule applies to what the dialog does, if the dialog can tell. */
  isNeeded?: boolean
  /** An additional permission the second administrator needs, if the dialog can tell. */
  permission?: ApprovalRulePermission
}

const awake = {
  money: isDualApprovalActive('money'),
  verify_by_hand: isDualApprovalActive('verify_by_hand'),
  verify: isDualApprovalActive('verify'),
  publish: isDualApprovalActive('publish'),
  administer: isDualApprovalActive('administer'),
} satisfies Record<ApprovalRulePermission, unknown>

const OUTCOME = 'it will be submitted as an approval request, and nothing changes until it is approved.'

/** What happens to a write under this rule, as a sentence. Pure function. */
export function describeRule(
  { amountFields, amountChangeFields, actions, fields }: ApprovalRule,
  isNeeded = !(amountFields ?? amountChangeFields ?? actions ?? fields),
): string {
  if (isNeeded) return `A second administrator must approve this: ${OUTCOME}`
  if (amountFields ?? amountChangeFields) return `Above the dual approval threshold, ${OUTCOME}`
  return `If a second administrator must approve this, ${OUTCOME}`
}

/** The permission the second administrator needs. */
const permissionFor = ({
  endpoint: { approvalRule, access },
  permission,
}: ApprovedWrite): ApprovalRulePermission =>
  permission ?? approvalRule?.permission ?? (getRequiredPermission(access) as ApprovalRulePermission)

/**
 * Whether a write will certainly need approval, in which case its reason is required. May change while a dialog is
 * open.
 */
export const secondNeededFor = (of: ApprovedWrite): ReadableAtom<boolean> =>
  computed(
    awake[permissionFor(of)],
    (isOn) => isOn && of.endpoint.approvalRule !== undefined && of.isNeeded === true,
  )

/**
 * Warns in a dialog, before submission, that its write needs a second administrator's approval; shows nothing if no one
 * could approve it.
 */
export function SecondApproval({ write, children }: { write: ApprovedWrite; children?: ReactNode }) {
  const { endpoint, isNeeded } = write
  const isOn = useStore(awake[permissionFor(write)])
  if (!isOn || !endpoint.approvalRule || isNeeded === false) return null
  return (
    <p className="border-line-strong border-l-2 pl-3 text-[0.9375rem] text-ink-2">
      {describeRule(endpoint.approvalRule, isNeeded)} {children}
    </p>
  )
}
