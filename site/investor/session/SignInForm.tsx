import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { fieldRules } from '#contract/schema'
import { RegisterBody } from '#contract/session'
import { describeWait } from '#core/api/wait'
import { focusFirstFault } from '#core/browser/focus-fault'
import { PasswordMeter } from '#site/security/PasswordMeter.tsx'
import { useRefusal } from '#site/security/use-refusal.ts'
import { useSaidAtField } from '#site/security/use-said-at-field.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { PasswordField } from '#ui/PasswordField'
import { isDashboard, readNext } from './next.ts'
import { isUnderWay, type SignIn } from './sign-in.ts'
import { type FieldName, type Fields, LOCKED } from './sign-in-messages.ts'

const wording = {
  'sign-in': { submit: 'Access Platform', busy: 'Signing In...' },
  register: { submit: 'Create Account', busy: 'Creating Account...' },
}

const textOf = (form: FormData, name: FieldName): string => String(form.get(name) ?? '')

const readFields = (form: FormData): Fields => ({
  first_name: textOf(form, 'first_name'),
  last_name: textOf(form, 'last_name'),
  email: textOf(form, 'email'),
  password: textOf(form, 'password'),
  confirmPassword: textOf(form, 'confirmPassword'),
})

/** The field below which the message of the form is shown: the first one without a message of its own. */
const placeOf = (errors: Partial<Record<FieldName, string>>): FieldName | undefined =>
  (Object.keys(errors) as FieldName[]).find((name) => errors[name] === '')

interface SignInFormProps {
  signIn: SignIn
  /** Why the visitor has to sign in again, after a session has ended. */
  notice?: string | undefined
  /** Moves the focus to its first field: it was asked for by a button below it. */
  startsFocused?: boolean
}

/** The form in one of its modes. A new mode is a new form: no input of the other one is kept. */
export function SignInForm(props: SignInFormProps) {
  const {
    signIn: { mode, $state, submit, clearError },
    notice,
    startsFocused,
  } = props
  const [typed, setTyped] = useState({ email: '', password: '' })
  const { status, fieldErrors } = useStore($state)
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const bannerId = useId()
  const refusalId = useId()
  const isRegistration = mode === 'register'
  // What is typed to sign in is no new password.
  const live = useRefusal(isRegistration ? typed.password : '', typed.email.trim())
  const refusal = live ?? (isRegistration && fieldErrors.password ? fieldErrors.password : undefined)
  const isSaidAtField = useSaidAtField(status, fieldErrors)
  // It stays below its field, and does not move above the form while the fields are corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it was when the form failed
  const wasPlaced = useMemo(() => status.name === 'failed' && placeOf(fieldErrors) !== undefined, [status])

  const isCreated = isRegistration && status.name === 'saved'

  useEffect(() => {
    if (startsFocused) form.current?.querySelector('input')?.focus()
  }, [startsFocused])

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus once per error, not while fields are corrected
  useEffect(() => {
    if (status.name === 'failed' && focusFirstFault(form.current, Object.keys(fieldErrors))) return
    if (status.name === 'failed' || isCreated || notice) banner.current?.focus()
  }, [status, notice])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isUnderWay($state.get().status)) void submit(readFields(new FormData(event.currentTarget)))
  }

  const isAway = isUnderWay(status)
  const error = status.name === 'failed' ? status.message : notice
  // A message about fields is shown below the first of them; all others, above the form.
  const place = isAway ? undefined : placeOf(status.name === 'failed' ? fieldErrors : {})
  const concerns = (name: FieldName) =>
    fieldErrors[name] === '' ? ({ 'aria-invalid': true, 'aria-describedby': bannerId } as const) : {}
  const faultAt = (...names: FieldName[]) =>
    place &&
    names.includes(place) && (
      <p id={bannerId} role="alert" className="-mt-3 text-[0.875rem] leading-snug text-loss">
        {error}
      </p>
    )
  // The messages above it are fixed, and name no time.
  const wait = status.name === 'failed' ? describeWait(status.error) : undefined
  const { submit: label, busy } = wording[mode]

  return (
    // The page shows its own validation messages, one at a time.
    <form
      ref={form}
      noValidate
      onSubmit={send}
      onInput={({ target }) => 'name' in target && clearError(String(target.name))}
      className="grid gap-5"
      aria-busy={isAway}
    >
      <div id={place ? undefined : bannerId} className="empty:hidden">
        {isCreated ? (
          <Banner kind="success" ref={banner}>
            Account created successfully!{' '}
            {isDashboard(readNext(location.search))
              ? 'Redirecting to your dashboard...'
              : 'Taking you back to your page...'}
          </Banner>
        ) : (
          error &&
          !wasPlaced &&
          !isSaidAtField &&
          !isAway && (
            <Banner kind="error" ref={banner}>
              {error}
            </Banner>
          )
        )}
      </div>
      {wait && (
        <p role="status" className="-mt-2 text-[0.875rem] text-ink-2">
          {wait}
        </p>
      )}
      {error === LOCKED && !isRegistration && !isAway && (
        <p className="text-[0.875rem] text-ink-2">
          “Forgot your password?” mails you a link that opens it at once.
        </p>
      )}
      {isRegistration && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First Name" error={fieldErrors.first_name} required>
            {(wiring) => (
              <Input
                {...wiring}
                {...concerns('first_name')}
                name="first_name"
                autoComplete="given-name"
                maxLength={fieldRules(RegisterBody, 'first_name').maxLength}
              />
            )}
          </Field>
          <Field label="Last Name" error={fieldErrors.last_name} required>
            {(wiring) => (
              <Input
                {...wiring}
                {...concerns('last_name')}
                name="last_name"
                autoComplete="family-name"
                maxLength={fieldRules(RegisterBody, 'last_name').maxLength}
              />
            )}
          </Field>
        </div>
      )}
      {faultAt('first_name', 'last_name')}
      <Field label="Email" error={fieldErrors.email} required>
        {(wiring) => (
          <Input
            {...wiring}
            {...concerns('email')}
            name="email"
            type="email"
            autoComplete={isRegistration ? 'email' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={fieldRules(RegisterBody, 'email').maxLength}
            onChange={({ target }) => setTyped({ ...typed, email: target.value })}
          />
        )}
      </Field>
      {faultAt('email')}
      <PasswordField
        label="Password"
        name="password"
        {...(refusal
          ? { 'aria-describedby': refusalId, 'aria-invalid': fieldErrors.password ? true : undefined }
          : concerns('password'))}
        error={isRegistration ? undefined : fieldErrors.password}
        hint={isRegistration ? 'Min 8 chars, mixed case, numbers, symbols' : undefined}
        autoComplete={isRegistration ? 'new-password' : 'current-password'}
        onChange={({ target }) => setTyped({ ...typed, password: target.value })}
      />
      {faultAt('password')}
      {isRegistration && (
        <>
          <PasswordMeter
            password={typed.password}
            refusal={refusal}
            refusalId={refusalId}
            isSent={fieldErrors.password !== undefined}
          />
          <PasswordField
            label="Confirm Password"
            name="confirmPassword"
            {...concerns('confirmPassword')}
            error={fieldErrors.confirmPassword}
            autoComplete="new-password"
          />
          {faultAt('confirmPassword')}
        </>
      )}
      <Button type="submit" className="mt-1 w-full" busy={isAway && busy}>
        {label}
      </Button>
    </form>
  )
}
