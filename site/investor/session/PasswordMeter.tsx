import { passwordRules } from '#contract/password-rules'
import { Icon } from '#ui/Icon'
import { tickIcon } from '#ui/icons/account'

/**
 * How many of the five rules a new password meets, updated while typing. `error` is the message of the server,
 * which alone has the list of common passwords.
 */
export function PasswordMeter({ password, error = '' }: { password: string; error?: string | undefined }) {
  const isTooCommon = error.includes('less common')
  const held = passwordRules.filter(({ holds }) => holds(password)).length
  return (
    <div className="-mt-1 border-l-2 border-line pl-4">
      <p className="text-[0.8125rem] leading-snug text-ink-2">
        Must include: uppercase, lowercase, number, and special character
      </p>
      <div className="mt-2.5 flex gap-1" aria-hidden="true">
        {passwordRules.map(({ label }, index) => (
          <span
            key={label}
            className={`h-1 flex-1 ${index >= held ? 'bg-line-strong' : isTooCommon ? 'bg-loss' : 'bg-gain'}`}
          />
        ))}
      </div>
      <ul className="mt-2.5 grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
        {passwordRules.map(({ label, holds }) => (
          <Rule key={label} label={label} isHeld={holds(password)} />
        ))}
      </ul>
      {isTooCommon && (
        <p className="mt-2.5 text-[0.8125rem] leading-snug text-loss">
          Too common: attackers try it first. Three or four unrelated words are better.
        </p>
      )}
      <p role="status" className="visually-hidden">
        {password && `${held} of ${passwordRules.length} password rules met`}
      </p>
    </div>
  )
}

function Rule({ label, isHeld }: { label: string; isHeld: boolean }) {
  return (
    <li
      className={`flex items-center gap-1.5 text-[0.8125rem] leading-normal ${isHeld ? 'text-gain' : 'text-ink-3'}`}
    >
      {isHeld ? (
        <Icon of={tickIcon} size={14} />
      ) : (
        <span className="grid size-3.5 flex-none place-items-center" aria-hidden="true">
          <span className="size-1 rounded-full bg-current" />
        </span>
      )}
      {label}
      <span className="visually-hidden">{isHeld ? ': met' : ': not met yet'}</span>
    </li>
  )
}
