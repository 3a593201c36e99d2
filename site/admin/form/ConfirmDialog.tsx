import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { RefusedCall } from '#core/api/problems'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { EscapeGuard } from './EscapeGuard.tsx'
import { describeFailure } from './failure.ts'
import { useLast } from './use-last.ts'

interface ConfirmDialogProps<Target> {
  /** What it is about; undefined while the dialog is closed. */
  of: Target | undefined
  onClose: () => void
  title: string
  /** What the button says, with its object: 'Delete user'. */
  action: string
  busy: string
  /** How the button looks; as what cannot be taken back, unless said otherwise. */
  look?: 'primary' | 'danger'
  run: (target: Target) => Promise<unknown>
  /** After the server has done it; the dialog closes by itself once what it resolves to is there. */
  onDone: (target: Target) => unknown
  /** After a failure because somebody else has changed or deleted it: reads the list behind again. */
  onOutdated: () => unknown
  /** What is said when it fails; see `describeFailure`. */
  failure: string
  /** What is to be looked at or typed first, below the question: until it allows it, the button is disabled. */
  check?: ComponentType<{ target: Target; allow: (isAllowed: boolean) => void }>
  /** What will happen, naming what it happens to. */
  children: (target: Target) => ReactNode
}

/**
 * Asks before what cannot be taken back, and names what is meant. A failure stands inside; while it is being done
 * the dialog stays open, so that nothing fails unseen.
 *
 *     <ConfirmDialog
 *       of={deleting}
 *       onClose={() => setDeleting(undefined)}
 *       title="Delete user" action="Delete user" busy="Deleting..."
 *       run={({ id }) => callAdmin(users.remove, { params: { id } })}
 *       onDone={userList.refresh}
 *       onOutdated={userList.refresh}
 *       failure="Failed to delete user"
 *     >
 *       {(user) => <>This deletes <strong>{nameOf(user)}</strong>. This action cannot be undone.</>}
 *     </ConfirmDialog>
 */
export function ConfirmDialog<Target>(props: ConfirmDialogProps<Target>) {
  const { of, onClose, title } = props
  const { last, count } = useLast(of)
  const isRunning = useRef(false)
  const mayClose = () => !isRunning.current
  return (
    <Dialog open={of !== undefined} onClose={onClose} mayClose={mayClose} title={title}>
      <EscapeGuard mayClose={mayClose} />
      {last !== undefined && <Question key={count} {...props} target={last} isRunning={isRunning} />}
    </Dialog>
  )
}

interface Failure {
  failed: string
  /** What was asked about is no longer as it was: the same is not tried again. */
  isOutdated: boolean
}

/** Statuses of a row that was deleted, or is no longer in the state that was asked about. */
const OUTDATED = [404, 409]

interface QuestionProps<Target> extends ConfirmDialogProps<Target> {
  target: Target
  isRunning: RefObject<boolean>
}

function Question<Target>(props: QuestionProps<Target>) {
  const {
    target,
    isRunning,
    onClose,
    action,
    busy,
    look = 'danger',
    run,
    onDone,
    onOutdated,
    check: Check,
  } = props
  const [isAllowed, allow] = useState(Check === undefined)
  const [state, setState] = useState<'asking' | 'running' | Failure>('asking')
  const banner = useRef<HTMLDivElement>(null)
  const { failed, isOutdated } = typeof state === 'object' ? state : {}
  useEffect(() => {
    if (failed) banner.current?.focus()
  }, [failed])

  const confirm = async () => {
    setState('running')
    isRunning.current = true
    try {
      await run(target)
    } catch (error) {
      isRunning.current = false
      const outdated = error instanceof RefusedCall && OUTDATED.includes(error.status)
      setState({ failed: describeFailure(props.failure, error), isOutdated: outdated })
      if (outdated) onOutdated()
      return
    }
    // Until it is read again the list behind still offers what is gone.
    await onDone(target)
    isRunning.current = false
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
      <p className="wrap-anywhere">{props.children(target)}</p>
      {Check && (
        <div className="mt-5 wrap-anywhere">
          <Check target={target} allow={allow} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="quiet" disabled={state === 'running'} onClick={onClose}>
          {isOutdated ? 'Close' : 'Cancel'}
        </Button>
        {!isOutdated && (
          <Button look={look} onClick={confirm} disabled={!isAllowed} busy={state === 'running' && busy}>
            {action}
          </Button>
        )}
      </div>
    </>
  )
}
