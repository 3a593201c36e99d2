import { type ReactNode, useEffect, useRef, useState } from 'react'
import { explainRefusal } from '#core/problems'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { useLast } from './use-last.ts'

interface ConfirmDialogProps<Target> {
  /** What it is about; undefined while the dialog is closed. */
  of: Target | undefined
  onClose: () => void
  title: string
  /** What the button says, with its object: 'Delete user'. */
  action: string
  busy: string
  run: (target: Target) => Promise<unknown>
  /** After the server has done it; the dialog closes by itself. */
  onDone: (target: Target) => void
  /** What is said when it fails; with `{reason}` in it, the server's sentence stands there. */
  failure: string
  /** What will happen, naming what it happens to. */
  children: (target: Target) => ReactNode
}

/**
 * Asks before what cannot be taken back, and names what is meant. A failure stands inside.
 *
 *     <ConfirmDialog
 *       of={deleting}
 *       onClose={() => setDeleting(undefined)}
 *       title="Delete user" action="Delete user" busy="Deleting..."
 *       run={({ id }) => callAdmin(users.remove, { params: { id } })}
 *       onDone={() => userList.refresh()}
 *       failure="Failed to delete user"
 *     >
 *       {(user) => <>This deletes <strong>{nameOf(user)}</strong>. This action cannot be undone.</>}
 *     </ConfirmDialog>
 */
export function ConfirmDialog<Target>(props: ConfirmDialogProps<Target>) {
  const { of, onClose, title } = props
  const { last, count } = useLast(of)
  return (
    <Dialog open={of !== undefined} onClose={onClose} title={title}>
      {last !== undefined && <Question key={count} {...props} target={last} />}
    </Dialog>
  )
}

function Question<Target>(props: ConfirmDialogProps<Target> & { target: Target }) {
  const { target, onClose, action, busy, run, onDone, failure, children } = props
  const [state, setState] = useState<'asking' | 'running' | { failed: string }>('asking')
  const banner = useRef<HTMLDivElement>(null)
  const failed = typeof state === 'object' ? state.failed : undefined
  useEffect(() => {
    if (failed) banner.current?.focus()
  }, [failed])

  const confirm = async () => {
    setState('running')
    try {
      await run(target)
    } catch (error) {
      const reason = explainRefusal(error, failure.includes('{reason}') ? 'Unknown error' : '')
      const sentence = reason && reason !== failure ? `${failure}. ${reason}` : failure
      setState({ failed: failure.includes('{reason}') ? failure.replace('{reason}', reason) : sentence })
      return
    }
    onDone(target)
    onClose()
  }

  return (
    <>
      {failed && (
        <div className="mb-5">
          <Banner kind="error" ref={banner}>
            {failed}
          </Banner>
        </div>
      )}
      <p className="wrap-anywhere">{children(target)}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" onClick={confirm} busy={state === 'running' && busy}>
          {action}
        </Button>
      </div>
    </>
  )
}
