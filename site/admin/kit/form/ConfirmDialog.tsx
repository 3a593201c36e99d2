import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApprovalRequiredError, getReasonRequirement } from '#core/api/approval-requests'
import { ApiError } from '#core/api/call-errors'
import { formatFailureMessage } from '#core/api/error-messages'
import { type ApprovedWrite, SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { ReasonInput } from './ReasonField.tsx'
import { toReasonPayload } from './reason-payload.ts'
import { useLastTarget } from './use-last-target.ts'

interface ConfirmDialogProps<Target> {
  /** The row concerned; undefined while the dialog is closed. */
  target: Target | undefined
  onClose: () => void
  title: string
  /** The label of the button, with its object: 'Delete investor'. */
  action: string
  busy: string
  /** The style of the button; by default, that of an irreversible action. */
  look?: 'primary' | 'danger'
  /** Performs the action with the reason, if one was entered. */
  run: (target: Target, said: { reason?: string }) => Promise<unknown>
  /** Called after the server has performed it; the dialog closes once the returned promise resolves. */
  onDone: (target: Target) => unknown
  /** Called after a failure because someone else changed or deleted the row; reloads the list. */
  onOutdated: () => unknown
  /** The message on failure; see `formatFailureMessage`. */
  failure: string
  /** Something to check or type first, shown below the question; the button is disabled until it is completed. */
  check?: ComponentType<{ target: Target; allow: (isAllowed: boolean) => void }>
  /**
   * Shows a field for the reason, which is recorded in the audit log. With `required`, nothing is done without one.
   * Otherwise it becomes required if the server needs it because a second administrator must approve.
   */
  takesReason?: boolean | 'required'
  /** Maximum length of the reason, if different from that of approval requests. */
  reasonMax?: number
  /** Warns beforehand that the write may need a second administrator's approval. */
  approval?: ApprovedWrite | undefined
  /** The consequence, naming the row. */
  children: (target: Target) => ReactNode
}

/**
 * Asks for confirmation of an irreversible action, naming the row. Failures are shown inside the dialog, which stays
 * open while the action runs so that none goes unnoticed.
 *
 *     <ConfirmDialog
 *       target={deleting}
 *       onClose={() => setDeleting(undefined)}
 *       title="Delete investor" action="Delete investor" busy="Deleting..."
 *       run={({ id }) => callAdminApi(users.remove, { params: { id } })}
 *       onDone={userList.refresh}
 *       onOutdated={userList.refresh}
 *       failure="Failed to delete user"
 *     >
 *       {(user) => <>This deletes <strong>{nameOf(user)}</strong>. This action cannot be undone.</>}
 *     </ConfirmDialog>
 */
export function ConfirmDialog<Target>(props: ConfirmDialogProps<Target>) {
  const { target, onClose, title } = props
  const { last, count } = useLastTarget(target)
  const isRunning = useRef(false)
  const mayClose = () => !isRunning.current
  return (
    <Dialog open={target !== undefined} onClose={onClose} mayClose={mayClose} title={title}>
      {last !== undefined && <Question key={count} {...props} target={last} isRunning={isRunning} />}
    </Dialog>
  )
}

interface Failure {
  failed: string
  /** The row has changed since the dialog opened, so the same action is not retried. */
  isOutdated: boolean
}

/** Statuses for a row that was deleted or is no longer in the state shown in the dialog. */
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
    if (needsReason && reason.trim() === '') return setMissing('Enter a reason')
    setMissing(undefined)
    setState('running')
    isRunning.current = true
    try {
      await run(target, toReasonPayload(reason))
    } catch (error) {
      isRunning.current = false
      if (error instanceof ApprovalRequiredError) {
        onClose()
        return
      }
      const why = takesReason && getReasonRequirement(error)
      if (why) {
        setWanted(true)
        setMissing(why)
        setState('asking')
        return
      }
      const outdated = error instanceof ApiError && OUTDATED.includes(error.status)
      setState({ failed: formatFailureMessage(props.failure, error), isOutdated: outdated })
      if (outdated) onOutdated()
      return
    }
    // Until the list is reloaded, it still offers the deleted row.
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
          <SecondApproval write={props.approval} />
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
