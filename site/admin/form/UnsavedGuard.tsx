import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { adminSession } from '#core/session/admin-session'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'

interface UnsavedQuestionProps {
  open: boolean
  /** The labels of the buttons that keep and that discard the input. */
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
}

/** Asks for confirmation before unsaved input is lost. */
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
  /** The URL parameters that the input belongs to: the guard asks when one of them changes. */
  within?: readonly string[]
  /** Asks on every navigation: the input does not outlive a change of the URL. */
  anyStep?: boolean
}

const section: readonly string[] = ['d']

/** Asks for confirmation before the section is left with unsaved input; the browser asks before the page is. */
export function UnsavedGuard({ isDirty, ...props }: UnsavedGuardProps) {
  // The router consults only the newest blocker: one without unsaved input must not shadow another.
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
    // After a sign-out elsewhere the input cannot be saved: asking would only keep the user on a dead page.
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
