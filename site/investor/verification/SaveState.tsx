import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { explainRejection } from '#core/api/failures'
import { Button } from '#ui/Button'
import { useEditing } from './fields.tsx'

const words = {
  untouched: 'Answers are saved as you type',
  saved: 'All answers are saved',
  typing: 'Not saved yet',
  saving: 'Saving...',
}

/**
 * Whether what was typed is saved; and the question after another window has changed the form. A bar as wide as the
 * form at the bottom of the window: it covers no part of a line.
 */
export function SaveState() {
  const { form, canEdit } = useEditing()
  const { status, message } = useStore(form.$state)
  const [failure, setFailure] = useState('')
  if (!canEdit) return null
  const resolve = (choice: 'theirs' | 'mine') => {
    setFailure('')
    form.resolve(choice).catch((error) => setFailure(explainRejection(error, 'Please try again.')))
  }
  const isProblem = status === 'stale' || status === 'failed'
  return (
    <div
      className={`save-state sticky bottom-[calc(var(--area-nav,0px)+var(--announcement-room,0px))] z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-paper py-3 text-[0.875rem] max-sm:-mx-[16px] max-sm:px-[16px] print:hidden ${isProblem ? 'border-warn' : 'border-line-strong'}`}
    >
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {status === 'stale'
          ? 'Your answers were changed in another window.'
          : status === 'failed'
            ? message
            : words[status]}
        {failure && ` ${failure}`}
      </p>
      {status === 'stale' && (
        <>
          <Button look="quiet" small onClick={() => resolve('theirs')}>
            Load Them
          </Button>
          <Button look="quiet" small onClick={() => resolve('mine')}>
            Keep Mine
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
