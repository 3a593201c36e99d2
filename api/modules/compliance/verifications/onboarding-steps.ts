/** An investor's onboarding steps: what is done, who acts next, and the one thing to do. */
import type { OnboardingStep, Verification } from '#contract/compliance/verification'
import { type onboardingSteps, requiresEvidence, type VerificationItem } from '#shared/enums/verifications'

const PAGE = '/access/verification'

type StepId = (typeof onboardingSteps)[number]
type Current = Pick<OnboardingStep, 'actor' | 'text' | 'action'>

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
  /** Whether everything except the files is complete; whether everything is. */
  isFilledIn: boolean
  isComplete: boolean
  /** Items for which more information was requested and not yet provided. */
  asked: readonly VerificationItem[]
}

/** The step reopened by such an item: identity, typed answers, or evidence. */
const stepOf = (item: VerificationItem): StepId =>
  item === 'identity' || item === 'entity' || !requiresEvidence(item) ? 'identity' : 'documents'

const go = (label: string) => ({ label, link: PAGE })

/** The next step, and what is to be done there. */
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
        text: 'Confirm your email address using the link we emailed you.',
        action: { label: 'Email Settings', link: '/access/settings/security' },
      },
    ]
  }
  switch (state) {
    case 'submitted':
      return [
        'review',
        { actor: 'compliance', text: 'Your answers are awaiting review.', action: go('See Your Answers') },
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
            text: `We need more information on ${asked.length === 1 ? 'one item' : `${asked.length} items`}. Update your answers, then submit again.`,
            action: go('Update Now'),
          },
        ]
      }
      break
    case 'refused':
      return ['review', { actor: null, text: 'Your verification was rejected.', action: go('See Reason') }]
    default:
  }
  const again = state === 'expired' ? 'Your verification has expired. ' : ''
  if (!isFilledIn) {
    const action = go(state === 'not_started' ? 'Start Now' : state === 'expired' ? 'Renew Now' : 'Continue')
    return [
      'identity',
      { actor: 'you', text: `${again}Enter your personal details and source of funds.`, action },
    ]
  }
  return isComplete
    ? [
        'documents',
        {
          actor: 'you',
          text:
            state === 'needs_more'
              ? 'You have updated all requested items. Review and submit again.'
              : `${again}Your form is complete. Review and submit it.`,
          action: go('Review and Submit'),
        },
      ]
    : [
        'documents',
        {
          actor: 'you',
          text: `${again}Upload documents that support your answers.`,
          action: go('Add Documents'),
        },
      ]
}

const order: readonly StepId[] = ['account', 'identity', 'documents', 'review', 'ready']

/** All steps in their order. */
export function toOnboardingSteps(facts: Facts): OnboardingStep[] {
  const current = findCurrent(facts)
  const at = current ? order.indexOf(current[0]) : order.length
  return order.map((id, index) => ({
    id,
    label: labels[id],
    state: index < at ? 'done' : index === at ? 'current' : 'later',
    ...(current && index === at ? current[1] : { actor: null, text: '', action: null }),
  }))
}
