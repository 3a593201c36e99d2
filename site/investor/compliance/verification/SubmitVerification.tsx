import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import {
  verification as endpoints,
  type Verification,
  type VerificationItemStatus,
} from '#contract/compliance/verification'
import { ApiError } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { showVerification } from '#core/query/compliance/verification'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { useAnswersForm } from './answer-fields.tsx'

const createSubmission = () =>
  createForm<object, Verification>({
    initial: {},
    explain: (error) =>
      getServerErrorMessage(error, 'Your answers could not be submitted. Please try again.'),
    save: async () => (await callInvestor(endpoints.submit, { body: {} })).verification,
  })

/** What is still missing in an item, as the server says on submission; empty if nothing is. */
const describeGaps = ({ label, gaps }: VerificationItemStatus): string =>
  gaps.length > 0 ? `${label}: ${[...new Set(gaps.map(({ message }) => message))].join('. ')}` : ''

interface SubmitPanelProps {
  verification: Verification
  /** Something is missing; from now on the fields show it. */
  onRejected: () => void
}

/** Submits the form; missing items are listed with links to them. */
export function SubmitVerification({ verification, onRejected }: SubmitPanelProps) {
  const { form } = useAnswersForm()
  const [submission] = useState(createSubmission)
  const { status } = useStore(submission.$state)
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (status.name === 'failed') banner.current?.focus()
  }, [status])
  const missing = verification.items.filter(({ state }) => state === 'missing')
  const details =
    status.name === 'failed' && status.error instanceof ApiError ? (status.error.details ?? []) : []
  const open = details.flatMap(({ path, message }) => {
    const item = verification.items.find(({ id }) => path === `/${id}`)
    if (item?.state === 'complete' || item?.state === 'accepted') return []
    return { path, message: (item && describeGaps(item)) || message }
  })
  const isCompleted = details.length > 0 && open.length === 0

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
      note="The compliance team will review your answers. You can change them only if we ask for more information."
    >
      <div className="grid justify-items-start gap-4 px-[22px] py-5 max-sm:px-4">
        {status.name === 'failed' && !isCompleted ? (
          <Banner kind="error" ref={banner}>
            <p>{status.message}</p>
            {open.length > 0 && (
              <ul className="mt-2 list-disc pl-5">
                {open.map(({ path, message }) => (
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
