import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatCalendarDate } from '#core/format/format'
import { AuthForm } from '#site/account-security/AuthForm.tsx'
import { Button } from '#ui/Button'
import { NativeDialog } from '#ui/NativeDialog'
import { PasswordField } from '#ui/PasswordField'
import { createClosureForm } from './account-data.ts'
import { closureConsequences } from './closure-consequences.ts'

const DAY_MS = 86_400_000

/** The day of a closure requested now. */
const closingDay = (days: number): string =>
  formatCalendarDate(new Date(Date.now() + days * DAY_MS).toISOString())

/** Closes the account: asks for the password, and then for confirmation with the day. `days` is the waiting period. */
export function CloseAccountForm({ days }: { days: number | undefined }) {
  const [form] = useState(createClosureForm)
  const [isAsking, setIsAsking] = useState(false)
  const { values, fieldErrors, status } = useStore(form.$state)
  // Without a password there is nothing to confirm; the form shows this at its field.
  const ask = () => (values.current_password === '' ? void form.submit() : setIsAsking(true))
  const close = () => {
    setIsAsking(false)
    void form.submit()
  }
  return (
    <>
      <AuthForm status={status} fieldErrors={fieldErrors} onSubmit={ask}>
        <PasswordField
          label="Password"
          name="current_password"
          error={fieldErrors.current_password}
          isAlert
          autoComplete="current-password"
          value={values.current_password}
          onChange={({ target }) => form.set('current_password', target.value)}
        />
        <Button
          type="submit"
          look="quiet"
          className="justify-self-end"
          busy={status.name === 'saving' && 'Closing...'}
        >
          Close My Account
        </Button>
      </AuthForm>
      <NativeDialog open={isAsking} onClose={() => setIsAsking(false)} title="Close your account?">
        <p>
          {days === undefined ? (
            'Your account will be closed after a waiting period.'
          ) : (
            <>
              Your account will be closed on <strong className="font-medium">{closingDay(days)}</strong>.
            </>
          )}{' '}
          Until then you can use it as usual and cancel the closure.
        </p>
        <dl className="mt-4 grid gap-3 text-[0.9375rem]">
          {closureConsequences.map(([term, text]) => (
            <div key={term}>
              <dt className="font-medium">{term}</dt>
              <dd className="text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={() => setIsAsking(false)}>
            Keep My Account
          </Button>
          <Button look="danger" onClick={close}>
            Close My Account
          </Button>
        </div>
      </NativeDialog>
    </>
  )
}
