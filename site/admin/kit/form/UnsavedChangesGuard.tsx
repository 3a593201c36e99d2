import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { adminSession } from '#core/session/admin-session'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'

interface UnsavedQuestionProps {
  open: boolean
  /** The labels of the buttons that keep and discard the input. */
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
}

/** Asks for confirmation before unsaved input is lost. */
export function UnsavedChangesDialog({ open, stay, leave, onStay, onLeave }: UnsavedQuestionProps) {
  return (
    <Dialog open={open} onClose={onStay} title="Unsaved changes">
      <p>You have unsaved changes. If you leave now, they will be lost.</p>
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
  /** The URL parameters that the input belongs to; the guard asks when one of them changes. */
  within?: readonly string[]
  /** Asks on every navigation, because the input does not survive a URL change. */
  anyStep?: boolean
}

const section: readonly string[] = ['d']

/** Asks for confirmation before leaving a section with unsaved input; the browser asks before the page is left. */
export function UnsavedChangesGuard({ isDirty, ...props }: UnsavedGuardProps) {
  // The router consults only the newest blocker, so one without unsaved input must not shadow another.
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
    // After a sign-out elsewhere the input cannot be saved; asking would only keep the user on a dead page.
    const ask = (event: BeforeUnloadEvent) => {
      if (adminSession.read()?.user.id === editor) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  const isAsking = blocker.state === 'blocked'
  return (
    <UnsavedChangesDialog
      open={isAsking}
      stay="Stay here"
      leave="Discard and leave"
      onStay={() => isAsking && blocker.reset()}
      onLeave={() => isAsking && blocker.proceed()}
    />
  )
}
