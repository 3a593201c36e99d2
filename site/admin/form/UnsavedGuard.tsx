import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'

interface UnsavedQuestionProps {
  open: boolean
  /** What the buttons say: what keeps what was typed, and what gives it up. */
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before what was typed is lost. */
export function UnsavedQuestion({ open, stay, leave, onStay, onLeave }: UnsavedQuestionProps) {
  return (
    <Dialog open={open} onClose={onStay} title="Unsaved changes">
      <p>What you have typed here is not saved yet. If you leave, it is lost.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onStay}>
          {stay}
        </Button>
        <Button look="danger" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </Dialog>
  )
}

interface UnsavedGuardProps {
  isDirty: boolean
  /** Every step of the history counts: what is typed does not outlive a change of the address. */
  anyStep?: boolean
}

/** Asks before the section is left with something typed and not saved; the browser asks before the page is. */
export function UnsavedGuard({ isDirty, anyStep = false }: UnsavedGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const section = (search: string) => new URLSearchParams(search).get('d')
    const isElsewhere =
      currentLocation.pathname !== nextLocation.pathname ||
      section(currentLocation.search) !== section(nextLocation.search)
    return isDirty && (anyStep || isElsewhere)
  })
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  const isAsking = blocker.state === 'blocked'
  return (
    <UnsavedQuestion
      open={isAsking}
      stay="Stay here"
      leave="Leave without saving"
      onStay={() => isAsking && blocker.reset()}
      onLeave={() => isAsking && blocker.proceed()}
    />
  )
}
