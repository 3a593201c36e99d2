import { useStore } from '@nanostores/react'
import { passwordRules } from '#contract/identity/password-rules'
import { $commonPasswords } from '#core/security/common-passwords'
import { isPasswordRejection } from '#shared/password-blocklist'
import { Icon } from '#ui/Icon'
import { tickIcon } from '#ui/icons/account'
import { closeIcon } from '#ui/icons/status'

interface PasswordMeterProps {
  password: string
  /**
   * Why the password is rejected although it meets the rules, and the id of that message, which describes the field.
   */
  refusal: string | undefined
  refusalId: string
  /** Whether the form was submitted with it, in which case it is announced immediately. */
  isSent: boolean
}

type RuleState = 'met' | 'open' | 'refused'

interface Rule {
  label: string
  state: RuleState
}

const NOT_COMMON = 'Not a common or leaked password'

/** The state of each rule. The last one is checked once the others are met and the list is loaded. */
function judge(password: string, refusal: string | undefined, isListLoaded: boolean): Rule[] {
  const rules = passwordRules.map(
    ({ label, holds }): Rule => ({
      label,
      state: holds(password) ? 'met' : 'open',
    }),
  )
  const isComposed = rules.every(({ state }) => state === 'met')
  const isRefused = isComposed && refusal !== undefined && isPasswordRejection(refusal)
  const last = isRefused ? 'refused' : isComposed && isListLoaded ? 'met' : 'open'
  return [...rules, { label: NOT_COMMON, state: last }]
}

const bars: Record<RuleState, string> = { met: 'bg-gain', open: 'bg-line-strong', refused: 'bg-loss' }
const words: Record<RuleState, string> = { met: 'met', open: 'not met yet', refused: 'not met' }

/** How many rules a new password meets, and why it is rejected; updated while typing. */
export function PasswordMeter({ password, refusal, refusalId, isSent }: PasswordMeterProps) {
  const rules = judge(password, refusal, useStore($commonPasswords) !== undefined)
  const met = rules.filter(({ state }) => state === 'met').length
  const common = rules.at(-1)?.state ?? 'open'
  const isComposed = passwordRules.every(({ holds }) => holds(password))
  const count = `${met} of ${rules.length} password rules met`
  return (
    <div className="-mt-1 border-l-2 border-line pl-4">
      <p className="text-[0.8125rem] leading-snug text-ink-2">
        Must include: <Named rule="an uppercase letter" password={password} as="uppercase" />,{' '}
        <Named rule="a lowercase letter" password={password} as="lowercase" />,{' '}
        <Named rule="a number" password={password} as="number" />, and{' '}
        <Named rule="a special character" password={password} as="special character" />
      </p>
      <p className="mt-1 text-[0.8125rem] leading-snug text-ink-2">
        <Marked as={NOT_COMMON} state={common} />
      </p>
      <div className="mt-2.5 flex gap-1" aria-hidden="true">
        {sorted(rules).map(({ label, state }) => (
          <span key={label} className={`h-1 flex-1 ${bars[state]}`} />
        ))}
      </div>
      {/* The sentences above and the bar show the same visually. */}
      <ul className="visually-hidden">
        {rules.map(({ label, state }) => (
          <li key={label}>{`${label}: ${words[state]}`}</li>
        ))}
      </ul>
      {refusal && (
        <p
          id={refusalId}
          role={isSent && isComposed ? 'alert' : undefined}
          className="mt-2.5 text-[0.8125rem] leading-snug text-loss"
        >
          {refusal}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {password && (refusal ? `${count}. ${refusal}` : count)}
      </p>
    </div>
  )
}

/** The bar fills from its start: met rules first, and a rejection at its end. */
const sorted = (rules: readonly Rule[]): Rule[] => [
  ...rules.filter(({ state }) => state === 'met'),
  ...rules.filter(({ state }) => state !== 'met'),
]

interface NamedProps {
  /** The label of the rule. */
  rule: string
  /** The password so far. */
  password: string
  /** The word in the sentence. */
  as: string
}

/** A rule as a word in the sentence. */
function Named({ rule, password, as }: NamedProps) {
  const isMet = passwordRules.find(({ label }) => label === rule)?.holds(password) === true
  return (
    <span className={isMet ? 'whitespace-nowrap' : ''}>
      <Marked as={as} state={isMet ? 'met' : 'open'} />
    </span>
  )
}

/** Words with a check mark once the password meets their rule, or a cross if it violates it. */
function Marked({ as, state }: { as: string; state: RuleState }) {
  const icon = state === 'met' ? tickIcon : closeIcon
  return (
    <span className={state === 'met' ? 'text-gain' : state === 'refused' ? 'text-loss' : ''}>
      {state !== 'open' && <Icon path={icon} size={12} className="mr-0.5 inline-block align-[-0.1em]" />}
      {as}
    </span>
  )
}
