import { useStore } from '@nanostores/react'
import type { Endpoint } from '#contract/endpoint'
import { permissionOf } from '#contract/permissions'
import type { TwoPairsPermission, TwoPairsRule } from '#contract/two-pairs'
import { isAwake } from './waiting.ts'

/** A write that may need a second administrator. */
export interface ApprovedWrite {
  endpoint: Pick<Endpoint, 'twoPairs' | 'access'>
  /** Whether the rule holds for what the dialog does, where the dialog can tell. */
  isNeeded?: boolean
  /** What the second administrator must be allowed to do, where the dialog can tell that it is more. */
  permission?: TwoPairsPermission
}

const awake = {
  money: isAwake('money'),
  verify_by_hand: isAwake('verify_by_hand'),
  verify: isAwake('verify'),
  administer: isAwake('administer'),
} satisfies Record<TwoPairsPermission, unknown>

const OUTCOME = 'it becomes an approval request, and nothing changes until it is approved.'

/** What happens to a write with this rule, in a sentence. Pure. */
export function describeRule(
  { amounts, changes, actions, fields }: TwoPairsRule,
  isNeeded = !(amounts ?? changes ?? actions ?? fields),
): string {
  if (isNeeded) return `A second administrator must approve this: ${OUTCOME}`
  if (amounts ?? changes) return `Above the dual approval threshold, ${OUTCOME}`
  return `If a second administrator must approve this, ${OUTCOME}`
}

/** What the second administrator must be allowed to do. */
const permissionFor = ({ endpoint: { twoPairs, access }, permission }: ApprovedWrite): TwoPairsPermission =>
  permission ?? twoPairs?.permission ?? (permissionOf(access) as TwoPairsPermission)

/** Says in a dialog, before the press, that its write waits for a second administrator; nothing while nobody could be one. */
export function SecondApproval({ of }: { of: ApprovedWrite }) {
  const { endpoint, isNeeded } = of
  const isOn = useStore(awake[permissionFor(of)])
  if (!isOn || !endpoint.twoPairs || isNeeded === false) return null
  return (
    <p className="border-line-strong border-l-2 pl-3 text-[0.9375rem] text-ink-2">
      {describeRule(endpoint.twoPairs, isNeeded)}
    </p>
  )
}
