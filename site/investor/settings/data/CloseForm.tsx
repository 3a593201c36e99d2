import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatCalendarDate } from '#core/format/format'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { Button } from '#ui/Button'
import { NativeDialog } from '#ui/NativeDialog'
import { PasswordField } from '#ui/PasswordField'
import { createClosureForm } from './account-data.ts'
import { consequences } from './consequences.ts'

const DAY_MS = 86_400_000

/** The day of a closing that is asked for now. */
const closingDay = (days: number): string =>
  formatCalendarDate(new Date(Date.now() + days * DAY_MS).toISOString())

/** Closes the account: asks for the password, and then once more, with the day. `days` is how long it waits. */
export function CloseForm({ days }: { days: number | undefined }) {
  const [form] = useState(createClosureForm)
  const [isAsking, setIsAsking] = useState(false)
  const { values, fieldErrors, status } = useStore(form.$state)
  // Without a password there is nothing to ask: the form says so at its field.
  const ask = () => (values.current_password === '' ? void form.submit() : setIsAsking(true))
  const close = () => {
    setIsAsking(false)
    void form.submit()
  }
  return (
    <>
      <FormFrame status={status} fieldErrors={fieldErrors} onSubmit={ask}>
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
      </FormFrame>
      <NativeDialog open={isAsking} onClose={() => setIsAsking(false)} title="Close your account?">
        <p>
          {days === undefined ? (
            'It is closed after a waiting time.'
          ) : (
            <>
              It is closed on <strong className="font-medium">{closingDay(days)}</strong>.
            </>
          )}{' '}
          Until then it works as before, and you can keep it.
        </p>
        <dl className="mt-4 grid gap-3 text-[0.9375rem]">
          {consequences.map(([term, text]) => (
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
