import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { describeFailure } from '#core/api/failures'
import { RejectedCall } from '#core/api/problems'
import { AwaitsApproval, wantedReason } from '#core/api/proposals'
import { type ApprovedWrite, SecondApproval } from '#site/admin/approvals/SecondApproval.tsx'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { ReasonInput } from './ReasonField.tsx'
import { saidReason } from './said-reason.ts'
import { useLast } from './use-last.ts'

interface ConfirmDialogProps<Target> {
  /** The row it is about; undefined while the dialog is closed. */
  of: Target | undefined
  onClose: () => void
  title: string
  /** The label of the button, with its object: 'Delete user'. */
  action: string
  busy: string
  /** The look of the button; by default that of an action that cannot be undone. */
  look?: 'primary' | 'danger'
  /** Does it, with what is sent beside it: the reason, where one was entered. */
  run: (target: Target, said: { reason?: string }) => Promise<unknown>
  /** Called after the server has done it; the dialog closes once the returned promise resolves. */
  onDone: (target: Target) => unknown
  /** Called after a failure because someone else has changed or deleted the row: reads the list again. */
  onOutdated: () => unknown
  /** The message when it fails; see `describeFailure`. */
  failure: string
  /**
   * Something to check or type first, shown below the question; the button is disabled until it allows the action.
   */
  check?: ComponentType<{ target: Target; allow: (isAllowed: boolean) => void }>
  /**
   * Offers a field for the reason, which the audit log keeps; `required` does nothing without one. Without `required` it
   * becomes so where the server wants it, because a second administrator has to approve.
   */
  takesReason?: boolean | 'required'
  /** Its greatest length, where that is not the one of proposals. */
  reasonMax?: number
  /** Says before the press that the write may wait for a second administrator. */
  approval?: ApprovedWrite | undefined
  /** The consequence, naming the row. */
  children: (target: Target) => ReactNode
}

/**
 * Asks for confirmation before an action that cannot be undone, and names the row. Failures are shown inside; the
 * dialog stays open while the action runs, so that no failure goes unseen.
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
      {last !== undefined && <Question key={count} {...props} target={last} isRunning={isRunning} />}
    </Dialog>
  )
}

interface Failure {
  failed: string
  /** The row has changed since the dialog opened: the same action is not tried again. */
  isOutdated: boolean
}

/** Statuses of a row that was deleted, or is no longer in the state that the dialog showed. */
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
    takesReason,
  } = props
  const [isAllowed, allow] = useState(Check === undefined)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string>()
  const [isWanted, setWanted] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const needsReason = takesReason === 'required'
  const [state, setState] = useState<'asking' | 'running' | Failure>('asking')
  const banner = useRef<HTMLDivElement>(null)
  const { failed, isOutdated } = typeof state === 'object' ? state : {}
  useEffect(() => {
    if (failed) banner.current?.focus()
  }, [failed])
  useEffect(() => {
    if (missing) field.current?.querySelector('textarea')?.focus()
  }, [missing])

  const confirm = async () => {
    if (needsReason && reason.trim() === '') return setMissing('Enter the reason')
    setMissing(undefined)
    setState('running')
    isRunning.current = true
    try {
      await run(target, saidReason(reason))
    } catch (error) {
      isRunning.current = false
      if (error instanceof AwaitsApproval) {
        onClose()
        return
      }
      const why = takesReason && wantedReason(error)
      if (why) {
        setWanted(true)
        setMissing(why)
        setState('asking')
        return
      }
      const outdated = error instanceof RejectedCall && OUTDATED.includes(error.status)
      setState({ failed: describeFailure(props.failure, error), isOutdated: outdated })
      if (outdated) onOutdated()
      return
    }
    // Until the list is read again, it still offers the deleted row.
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
      {props.approval && (
        <div className="mt-5">
          <SecondApproval of={props.approval} />
        </div>
      )}
      {Check && (
        <div className="mt-5 wrap-anywhere">
          <Check target={target} allow={allow} />
        </div>
      )}
      {takesReason && !isOutdated && (
        <div className="mt-5" ref={field}>
          <ReasonInput
            value={reason}
            required={needsReason}
            error={missing}
            isWanted={isWanted}
            maxLength={props.reasonMax}
            onChange={(typed) => {
              setReason(typed)
              setMissing(undefined)
            }}
          />
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
