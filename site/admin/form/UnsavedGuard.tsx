import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { adminSession } from '#core/session/admin-session'
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
  /** What in the address it belongs to: it is asked when one of these parts changes. */
  within?: readonly string[]
  /** Every step of the history counts: what is typed does not outlive a change of the address. */
  anyStep?: boolean
}

const section: readonly string[] = ['d']

/** Asks before the section is left with something typed and not saved; the browser asks before the page is. */
export function UnsavedGuard({ isDirty, ...props }: UnsavedGuardProps) {
  // The router asks the newest only: one that has nothing to keep must not stand before another one's.
  return isDirty && <Guard {...props} />
}

function Guard({ within = section, anyStep = false }: Omit<UnsavedGuardProps, 'isDirty'>) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const [now, next] = [currentLocation, nextLocation].map(({ search }) => new URLSearchParams(search))
    const isElsewhere =
      currentLocation.pathname !== nextLocation.pathname ||
      within.some((name) => now?.get(name) !== next?.get(name))
    return anyStep || isElsewhere
  })
  useEffect(() => {
    const editor = adminSession.read()?.user.id
    // Whoever was signed out elsewhere cannot save it: asking would only keep them on a page that is over.
    const ask = (event: BeforeUnloadEvent) => {
      if (adminSession.read()?.user.id === editor) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

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
