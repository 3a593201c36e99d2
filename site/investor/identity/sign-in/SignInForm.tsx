import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { RegisterBody } from '#contract/identity/session'
import { getFieldRules } from '#contract/schema-builders'
import { getRetryMessage } from '#core/api/retry-message'
import { focusFirstError } from '#core/browser/focus-first-error'
import { PasswordMeter } from '#site/account-security/PasswordMeter.tsx'
import { useIsErrorShownAtField } from '#site/account-security/use-field-level-error.ts'
import { usePasswordRejection } from '#site/account-security/use-password-rejection.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { PasswordField } from '#ui/PasswordField'
import { isDashboardPath, parseReturnUrl } from './return-url.ts'
import { isSubmittingOrDone, type SignInFormStore } from './sign-in-form.ts'
import { ACCOUNT_LOCKED_MESSAGE, type FieldName, type SignInFields } from './sign-in-messages.ts'

const wording = {
  'sign-in': { submit: 'Access Platform', busy: 'Signing In...' },
  register: { submit: 'Create Account', busy: 'Creating Account...' },
}

const textOf = (form: FormData, name: FieldName): string => String(form.get(name) ?? '')

const readFields = (form: FormData): SignInFields => ({
  first_name: textOf(form, 'first_name'),
  last_name: textOf(form, 'last_name'),
  email: textOf(form, 'email'),
  password: textOf(form, 'password'),
  confirmPassword: textOf(form, 'confirmPassword'),
  hasOneName: form.has('has_one_name'),
})

/** The field below which the form's message is shown: the first one without its own message. */
const placeOf = (errors: Partial<Record<FieldName, string>>): FieldName | undefined =>
  (Object.keys(errors) as FieldName[]).find((name) => errors[name] === '')

interface SignInFormProps {
  signIn: SignInFormStore
  /** Why the visitor has to sign in again after a session has ended. */
  notice?: string | undefined
  /** Moves the focus to its first field, because a button below it opened the form. */
  startsFocused?: boolean
}

/** The form in one of its modes. A new mode is a new form, so that no input is carried over. */
export function SignInForm(props: SignInFormProps) {
  const {
    signIn: { mode, $state, submit, clearError },
    notice,
    startsFocused,
  } = props
  const [typed, setTyped] = useState({ email: '', password: '' })
  const [hasOneName, setHasOneName] = useState(false)
  const { status, fieldErrors } = useStore($state)
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const bannerId = useId()
  const refusalId = useId()
  const isRegistration = mode === 'register'
  // A password typed to sign in is not a new password.
  const live = usePasswordRejection(isRegistration ? typed.password : '', typed.email.trim())
  const refusal = live ?? (isRegistration && fieldErrors.password ? fieldErrors.password : undefined)
  const isSaidAtField = useIsErrorShownAtField(status, fieldErrors)
  // It stays below its field and does not move above the form while the fields are corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it was when the form failed
  const wasPlaced = useMemo(() => status.name === 'failed' && placeOf(fieldErrors) !== undefined, [status])

  const isCreated = isRegistration && status.name === 'saved'

  useEffect(() => {
    if (startsFocused) form.current?.querySelector('input')?.focus()
  }, [startsFocused])

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus once per error, not while fields are corrected
  useEffect(() => {
    if (status.name === 'failed' && focusFirstError(form.current, Object.keys(fieldErrors))) return
    if (status.name === 'failed' || isCreated || notice) banner.current?.focus()
  }, [status, notice])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSubmittingOrDone($state.get().status)) void submit(readFields(new FormData(event.currentTarget)))
  }

  const isAway = isSubmittingOrDone(status)
  const error = status.name === 'failed' ? status.message : notice
  // A message about fields is shown below the first of them; all others above the form.
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
  // The messages above it are fixed and name no time.
  const wait = status.name === 'failed' ? getRetryMessage(status.error) : undefined
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
            {isDashboardPath(parseReturnUrl(location.search))
              ? 'Redirecting to your dashboard...'
              : 'Returning to your page...'}
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
      {error === ACCOUNT_LOCKED_MESSAGE && !isRegistration && !isAway && (
        <p className="text-[0.875rem] text-ink-2">
          Use “Forgot your password?” to unlock it immediately by email.
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
                maxLength={getFieldRules(RegisterBody, 'first_name').maxLength}
              />
            )}
          </Field>
          <Field label="Last Name" error={fieldErrors.last_name} required={!hasOneName}>
            {(wiring) => (
              <Input
                {...wiring}
                {...concerns('last_name')}
                name="last_name"
                disabled={hasOneName}
                autoComplete="family-name"
                maxLength={getFieldRules(RegisterBody, 'last_name').maxLength}
              />
            )}
          </Field>
          <label className="-mt-2 flex items-center gap-2 text-[0.9375rem] text-ink-2 sm:col-span-2">
            <input
              type="checkbox"
              name="has_one_name"
              checked={hasOneName}
              onChange={({ target }) => {
                setHasOneName(target.checked)
                clearError('last_name')
              }}
              className="size-4"
            />
            I have one name
          </label>
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
            maxLength={getFieldRules(RegisterBody, 'email').maxLength}
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
