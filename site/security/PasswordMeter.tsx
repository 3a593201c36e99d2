import { passwordRules } from '#contract/password-rules'
import { Icon } from '#ui/Icon'
import { tickIcon } from '#ui/icons/account'

interface PasswordMeterProps {
  password: string
  /** Why the password is refused although it meets the rules, and the id of that message, which describes the field. */
  refusal: string | undefined
  refusalId: string
  /** Whether the form was sent with it: then it is announced at once. */
  isSent: boolean
}

/** How many of the five rules a new password meets, and why it is refused all the same; updated while typing. */
export function PasswordMeter({ password, refusal, refusalId, isSent }: PasswordMeterProps) {
  const held = passwordRules.filter(({ holds }) => holds(password)).length
  return (
    <div className="-mt-1 border-l-2 border-line pl-4">
      <p className="text-[0.8125rem] leading-snug text-ink-2">
        Must include: <Named rule="an uppercase letter" of={password} as="uppercase" />,{' '}
        <Named rule="a lowercase letter" of={password} as="lowercase" />,{' '}
        <Named rule="a number" of={password} as="number" />, and{' '}
        <Named rule="a special character" of={password} as="special character" />
      </p>
      <div className="mt-2.5 flex gap-1" aria-hidden="true">
        {passwordRules.map(({ label }, index) => (
          <span
            key={label}
            className={`h-1 flex-1 ${index >= held ? 'bg-line-strong' : refusal ? 'bg-loss' : 'bg-gain'}`}
          />
        ))}
      </div>
      {/* The sentences above and the bar show the same to the eye. */}
      <ul className="visually-hidden">
        {passwordRules.map(({ label, holds }) => (
          <li key={label}>{`${label}${holds(password) ? ': met' : ': not met yet'}`}</li>
        ))}
      </ul>
      {refusal && (
        <p
          id={refusalId}
          role={isSent && held === passwordRules.length ? 'alert' : undefined}
          className="mt-2.5 text-[0.8125rem] leading-snug text-loss"
        >
          {refusal}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {password && (refusal ?? `${held} of ${passwordRules.length} password rules met`)}
      </p>
    </div>
  )
}

interface NamedProps {
  /** The label of the rule. */
  rule: string
  /** The password so far. */
  of: string
  /** The word of the sentence. */
  as: string
}

/** A rule as a word of the sentence, which gets a tick once the password meets it. */
function Named({ rule, of, as }: NamedProps) {
  const isHeld = passwordRules.find(({ label }) => label === rule)?.holds(of) === true
  return (
    <span className={isHeld ? 'whitespace-nowrap text-gain' : ''}>
      {isHeld && <Icon of={tickIcon} size={12} className="mr-0.5 inline-block align-[-0.1em]" />}
      {as}
    </span>
  )
}
