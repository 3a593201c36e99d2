import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { verification as endpoints, type Verification } from '#contract/verification'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { RejectedCall } from '#core/api/problems'
import { createForm } from '#core/form/form'
import { showVerification } from '#core/query/verification'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { useEditing } from './fields.tsx'

const createSubmission = () =>
  createForm<object, Verification>({
    initial: {},
    explain: (error) => explainRejection(error, 'Your answers could not be submitted. Please try again.'),
    save: async () => (await callInvestor(endpoints.submit, { body: {} })).verification,
  })

interface SubmitPanelProps {
  verification: Verification
  /** Something is missing: the fields say so from now on. */
  onRejected: () => void
}

/** Submits the form; what is missing is listed, with links to it. */
export function SubmitPanel({ verification, onRejected }: SubmitPanelProps) {
  const { form } = useEditing()
  const [submission] = useState(createSubmission)
  const { status } = useStore(submission.$state)
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (status.name === 'failed') banner.current?.focus()
  }, [status])
  const missing = verification.items.filter(({ state }) => state === 'missing')
  const details =
    status.name === 'failed' && status.error instanceof RejectedCall ? (status.error.details ?? []) : []

  const submit = async () => {
    if (!(await form.flushAll())) return
    const stored = await submission.submit()
    if (!stored) return onRejected()
    showVerification(stored)
    scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <Panel
      title={verification.state === 'needs_more' ? 'Submit again' : 'Submit'}
      note="The compliance team then checks your answers. They can be changed again when an item is asked for again."
    >
      <div className="grid justify-items-start gap-4 px-[22px] py-5 max-sm:px-4">
        {status.name === 'failed' ? (
          <Banner kind="error" ref={banner}>
            <p>{status.message}</p>
            {details.length > 0 && (
              <ul className="mt-2 list-disc pl-5">
                {details.map(({ path, message }) => (
                  <li key={path} className="wrap-anywhere">
                    <a
                      className="inline-block min-h-6 underline underline-offset-2"
                      href={`#${path.slice(1)}`}
                    >
                      {message}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </Banner>
        ) : (
          missing.length > 0 && (
            <p className="text-ink-2">
              Still missing:{' '}
              {missing.map(({ id, label }, at) => (
                <span key={id}>
                  {at > 0 && ', '}
                  <a className="text-accent-text underline decoration-1 underline-offset-4" href={`#${id}`}>
                    {label}
                  </a>
                </span>
              ))}
            </p>
          )
        )}
        <Button busy={status.name === 'saving' && 'Submitting...'} onClick={() => void submit()}>
          Submit
        </Button>
      </div>
    </Panel>
  )
}
