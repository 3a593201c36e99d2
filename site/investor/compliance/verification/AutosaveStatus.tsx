import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getServerErrorMessage } from '#core/api/error-messages'
import { Button } from '#ui/Button'
import { useAnswersForm } from './answer-fields.tsx'

const words = {
  untouched: 'Answers save automatically',
  saved: 'All changes saved',
  typing: 'Not saved yet',
  saving: 'Saving...',
}

/**
 * Whether the input is saved, and the prompt if another window has changed the form. A bar as wide as the form at the
 * bottom of the window, so that it never covers part of a line.
 */
export function AutosaveStatus() {
  const { form, canEdit } = useAnswersForm()
  const { status, message } = useStore(form.$state)
  const [failure, setFailure] = useState('')
  if (!canEdit) return null
  const resolve = (choice: 'theirs' | 'mine') => {
    setFailure('')
    form.resolve(choice).catch((error) => setFailure(getServerErrorMessage(error, 'Please try again.')))
  }
  const isProblem = status === 'stale' || status === 'failed'
  return (
    <div
      className={`save-state sticky bottom-[calc(var(--area-nav,0px)+var(--announcement-room,0px))] z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-paper py-3 text-[0.875rem] max-sm:-mx-[16px] max-sm:px-[16px] print:hidden ${isProblem ? 'border-warn' : 'border-line-strong'}`}
    >
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {status === 'stale'
          ? 'Your answers were changed in another tab or on another device.'
          : status === 'failed'
            ? message
            : words[status]}
        {failure && ` ${failure}`}
      </p>
      {status === 'stale' && (
        <>
          <Button look="quiet" small onClick={() => resolve('theirs')}>
            Load Latest
          </Button>
          <Button look="quiet" small onClick={() => resolve('mine')}>
            Keep This Version
          </Button>
        </>
      )}
      {status === 'failed' && (
        <Button look="quiet" small onClick={() => void form.flush()}>
          Try Again
        </Button>
      )}
    </div>
  )
}
