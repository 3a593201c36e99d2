/** Rating of a team reply. Nothing is stored before the button is pressed. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FeedbackBody, feedback } from '#contract/desk/feedback'
import { getFieldRules } from '#contract/schema-builders'
import { callApi } from '#core/api/api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { createForm } from '#core/form/form'
import { AuthForm } from '#site/account-security/AuthForm.tsx'
import { SuccessMessage } from '#site/account-security/SuccessMessage.tsx'
import { Button, LinkButton } from '#ui/Button'
import { Field, Textarea } from '#ui/Field'
import { ExpiredLink, isLinkExpired, MissingToken, RecoveryLayout } from './RecoveryLayout.tsx'
import { useLinkToken } from './use-link-token.ts'

const scores = [
  { value: '1', label: '1, very poor' },
  { value: '2', label: '2, poor' },
  { value: '3', label: '3, fair' },
  { value: '4', label: '4, good' },
  { value: '5', label: '5, very good' },
] as const

const createFeedbackForm = (token: string) =>
  createForm<{ score: string; text: string }, void>({
    initial: { score: '', text: '' },
    check: ({ score }) =>
      score === '' ? { message: 'Choose a rating', fieldErrors: { score: '' } } : undefined,
    explain: (error) => getServerErrorMessage(error, 'An error occurred. Please try again.'),
    save: async ({ score, text }) => {
      await callApi(feedback.send, { body: { token, score: Number(score), text } })
    },
  })

/** /access/feedback. */
export function FeedbackPage() {
  const token = useLinkToken()
  return (
    <RecoveryLayout title="How did we do?" lead="One question about your recent support request.">
      {token ? <FeedbackForm key={token} token={token} /> : <MissingToken />}
    </RecoveryLayout>
  )
}

function FeedbackForm({ token }: { token: string }) {
  const [form] = useState(() => createFeedbackForm(token))
  const { status, values, fieldErrors } = useStore(form.$state)
  if (status.name === 'saved') {
    return (
      <SuccessMessage to={{ label: 'Help and Support', href: '/docs/help-support' }}>
        Thank you for your feedback.
      </SuccessMessage>
    )
  }
  if (isLinkExpired(status)) {
    return (
      <ExpiredLink message={status.message}>
        <LinkButton href="/docs/help-support" className="w-full">
          Help and Support
        </LinkButton>
      </ExpiredLink>
    )
  }
  return (
    <AuthForm status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
      <fieldset>
        <legend className="mb-2 font-medium">How satisfied were you with our response?</legend>
        <div className="grid gap-1">
          {scores.map(({ value, label }) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="score"
                className="size-4 accent-current"
                value={value}
                checked={values.score === value}
                onChange={() => form.set('score', value)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Any other comments?" hint="Optional" error={fieldErrors.text}>
        {(wiring) => (
          <Textarea
            {...wiring}
            name="text"
            rows={4}
            maxLength={getFieldRules(FeedbackBody, 'text').maxLength}
            value={values.text}
            onChange={({ target }) => form.set('text', target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" busy={status.name === 'saving' && 'Sending...'}>
        Send Feedback
      </Button>
    </AuthForm>
  )
}
