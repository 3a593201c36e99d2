/** How satisfied somebody was with the answer of the team. Nothing is stored before the button is pressed. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FeedbackBody, feedback } from '#contract/feedback'
import { fieldRules } from '#contract/schema'
import { call } from '#core/api/api'
import { explainRejection } from '#core/api/failures'
import { createForm } from '#core/form/form'
import { Done } from '#site/security/Done.tsx'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { Button, LinkButton } from '#ui/Button'
import { Field, Textarea } from '#ui/Field'
import { isLinkOver, LinkOver, LinkPage, MissingToken } from './LinkPage.tsx'
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
      score === '' ? { message: 'Choose a number first', fieldErrors: { score: '' } } : undefined,
    explain: (error) => explainRejection(error, 'An error occurred. Please try again.'),
    save: async ({ score, text }) => {
      await call(feedback.send, { body: { token, score: Number(score), text } })
    },
  })

/** /access/feedback. */
export function GiveFeedback() {
  const token = useLinkToken()
  return (
    <LinkPage
      title="How did we do?"
      lead="One question about what you wrote to us. The team reads the answer."
    >
      {token ? <FeedbackForm key={token} token={token} /> : <MissingToken />}
    </LinkPage>
  )
}

function FeedbackForm({ token }: { token: string }) {
  const [form] = useState(() => createFeedbackForm(token))
  const { status, values, fieldErrors } = useStore(form.$state)
  if (status.name === 'saved') {
    return (
      <Done to={{ label: 'Help and Support', href: '/docs/help-support' }}>Thank you for your answer.</Done>
    )
  }
  if (isLinkOver(status)) {
    return (
      <LinkOver message={status.message}>
        <LinkButton href="/docs/help-support" className="w-full">
          Help and Support
        </LinkButton>
      </LinkOver>
    )
  }
  return (
    <FormFrame status={status} fieldErrors={fieldErrors} onSubmit={() => void form.submit()}>
      <fieldset>
        <legend className="mb-2 font-medium">How satisfied were you with our answer?</legend>
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
      <Field label="Would you like to add something?" hint="Optional" error={fieldErrors.text}>
        {(wiring) => (
          <Textarea
            {...wiring}
            name="text"
            rows={4}
            maxLength={fieldRules(FeedbackBody, 'text').maxLength}
            value={values.text}
            onChange={({ target }) => form.set('text', target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" busy={status.name === 'saving' && 'Sending...'}>
        Send Answer
      </Button>
    </FormFrame>
  )
}
