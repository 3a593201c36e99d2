import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'

/** Asks before the section is left with something typed and not saved; the browser asks before the page is. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const section = (search: string) => new URLSearchParams(search).get('d')
    const isElsewhere =
      currentLocation.pathname !== nextLocation.pathname ||
      section(currentLocation.search) !== section(nextLocation.search)
    return isDirty && isElsewhere
  })
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  const isAsking = blocker.state === 'blocked'
  return (
    <Dialog open={isAsking} onClose={() => isAsking && blocker.reset()} title="Unsaved changes">
      <p>What you have typed here is not saved yet. If you leave, it is lost.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={() => isAsking && blocker.reset()}>
          Stay here
        </Button>
        <Button look="danger" onClick={() => isAsking && blocker.proceed()}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  )
}
