/** The strip of steps of an investor: what is done, who is to act, and the one thing to do. */
import type { Step, Verification } from '#contract/verification'
import { needsEvidence, type onboardingSteps, type VerificationItem } from '#shared/enums/verifications'

const PAGE = '/access/verification'

type StepId = (typeof onboardingSteps)[number]
type Current = Pick<Step, 'actor' | 'text' | 'action'>

const labels: Record<StepId, string> = {
  account: 'Account',
  identity: 'Identity',
  documents: 'Documents',
  review: 'Review',
  ready: 'Ready',
}

interface Facts {
  state: Verification['state']
  isConfirmed: boolean
  isVerified: boolean
  /** Whether all but the files is there; whether all is there. */
  isFilledIn: boolean
  isComplete: boolean
  /** The items that are asked for again, and not changed yet. */
  asked: readonly VerificationItem[]
}

/** The step that an item asked for again leaves open: who somebody is, what is only typed, or what is proven. */
const stepOf = (item: VerificationItem): StepId =>
  item === 'identity' || item === 'entity' || !needsEvidence(item) ? 'identity' : 'documents'

const go = (label: string) => ({ label, link: PAGE })

/** The step that comes next, and what is to be done there. */
function findCurrent({
  state,
  isConfirmed,
  isFilledIn,
  isComplete,
  asked,
}: Facts): [StepId, Current] | undefined {
  if (state === 'verified') return undefined
  if (!isConfirmed) {
    return [
      'account',
      {
        actor: 'you',
        text: 'Confirm your email address: follow the link that we have mailed you.',
        action: { label: 'Email Settings', link: '/access/settings/security' },
      },
    ]
  }
  switch (state) {
    case 'submitted':
      return [
        'review',
        { actor: 'compliance', text: 'Your answers wait for their review.', action: go('See Your Answers') },
      ]
    case 'in_review':
      return [
        'review',
        { actor: 'compliance', text: 'Your answers are being reviewed.', action: go('See Your Answers') },
      ]
    case 'needs_more':
      if (asked.length > 0) {
        return [
          asked.some((item) => stepOf(item) === 'identity') ? 'identity' : 'documents',
          {
            actor: 'you',
            text: `${asked.length === 1 ? 'One item is' : `${asked.length} items are`} asked for again. Change what is asked for, then submit.`,
            action: go('Answer Now'),
          },
        ]
      }
      break
    case 'refused':
      return ['review', { actor: null, text: 'Your verification was refused.', action: go('See Why') }]
    default:
  }
  const again = state === 'expired' ? 'Your verification has ended. ' : ''
  if (!isFilledIn) {
    const action = go(state === 'not_started' ? 'Start Now' : state === 'expired' ? 'Renew Now' : 'Go On')
    return [
      'identity',
      { actor: 'you', text: `${again}Enter who you are and where your money comes from.`, action },
    ]
  }
  return isComplete
    ? [
        'documents',
        {
          actor: 'you',
          text:
            state === 'needs_more'
              ? 'Everything that was asked for is changed. Check it and submit it.'
              : `${again}Everything is there. Check it and submit it.`,
          action: go('Check and Submit'),
        },
      ]
    : [
        'documents',
        {
          actor: 'you',
          text: `${again}Add the documents that prove what you have entered.`,
          action: go('Add Documents'),
        },
      ]
}

const order: readonly StepId[] = ['account', 'identity', 'documents', 'review', 'ready']

/** All steps in their order. */
export function toSteps(facts: Facts): Step[] {
  const current = findCurrent(facts)
  const at = current ? order.indexOf(current[0]) : order.length
  return order.map((id, index) => ({
    id,
    label: labels[id],
    state: index < at ? 'done' : index === at ? 'current' : 'later',
    ...(current && index === at ? current[1] : { actor: null, text: '', action: null }),
  }))
}
