import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { BULK_ROWS_MAX } from '#contract/admin-endpoint'
import { formatFailureMessage } from '#core/api/error-messages'
import { formatCount } from '#core/format/format'
import { getData } from '#core/query/remote'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { $sendBatches, startBatches } from './batch-sending.ts'
import { directTemplates } from './message-templates.ts'
import {
  countGroupRecipients,
  formatRecipientGroup,
  GROUP_MAX,
  listRecipientIds,
  type RecipientGroup,
} from './recipient-group.ts'
import { SendForm } from './SendForm.tsx'
import { createContentForm, validateContent } from './send-form.ts'

interface GroupFormProps {
  group: RecipientGroup
  /** Returns to selecting individual investors. */
  onChooseOne: () => void
}

/** A message to all investors who match a filter of the users list, sent in batches. */
export function GroupMessageForm({ group, onChooseOne }: GroupFormProps) {
  const name = formatRecipientGroup(group)
  const create = () =>
    createContentForm('group', 'Failed to send notification: {reason}', async (content) => {
      const ids = await listRecipientIds(group)
      void startBatches({ name, ids, content })
      return ids.length
    })
  const [form, setForm] = useState(create)
  const [confirming, setConfirming] = useState<{ title: string; total: number }>()
  const { view, retry } = useRemote(JSON.stringify(group), () => countGroupRecipients(group))
  const total = getData(view)
  const rounds = useStore($sendBatches)
  const isBusy = rounds !== undefined && (rounds.isSending || rounds.rest.length > 0)
  const problem = whyNot(total, isBusy)

  const submit = async () => {
    const { values } = form.$state.get()
    // The form shows its own errors before the confirmation.
    if (Object.keys(validateContent(values)).length > 0) await form.submit()
    else if (total) setConfirming({ title: values.title, total })
  }
  const send = async () => {
    const count = await form.submit()
    const { status } = form.$state.get()
    if (count === undefined) throw new Error(status.name === 'failed' ? status.message : undefined)
    setForm(create)
  }

  return (
    <>
      <SendForm
        title="Notify investors"
        note="Delivered to their notifications immediately"
        form={form}
        templates={directTemplates}
        submit={total === undefined ? 'Send' : 'Send to all matching investors'}
        isToSeveral={total !== 1}
        isWaiting={total === undefined || problem !== undefined}
        onSubmit={submit}
      >
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded border border-line bg-paper p-4">
          <div className="min-w-0 flex-1 basis-52">
            <p className="text-[0.8125rem] text-ink-3">To</p>
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="mt-1 text-[0.9375rem] text-ink-2" role="status">
              {total === undefined ? 'Counting...' : `${formatCount(total)} currently match.`} Inactive
              investors are excluded, so fewer may be notified.
            </p>
          </div>
          <Button look="quiet" small onClick={onChooseOne}>
            Select individually
          </Button>
        </div>
        {problem && <Banner kind="warning">{problem}</Banner>}
        {view.status === 'failed' && (
          <Banner kind="error">
            {formatFailureMessage('Failed to fetch users', view.error)}{' '}
            <Button look="quiet" small onClick={retry}>
              Try again
            </Button>
          </Banner>
        )}
      </SendForm>
      <ConfirmDialog
        target={confirming}
        onClose={() => setConfirming(undefined)}
        title="Send to all matching investors"
        action="Send to all"
        busy="Preparing recipients..."
        look="primary"
        run={send}
        onDone={() => {}}
        onOutdated={() => {}}
        failure="{reason}"
      >
        {({ title, total: count }) => (
          <>
            Notify {name.charAt(0).toLowerCase() + name.slice(1)}, excluding inactive accounts (up to{' '}
            {formatCount(count)}
            {count > BULK_ROWS_MAX && `, in ${formatCount(Math.ceil(count / BULK_ROWS_MAX))} batches`}):{' '}
            <strong>{title}</strong>. Notifications can be deleted only one at a time.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

/** Why nothing can be sent to a group; undefined if it can, or if that is not known yet. */
function whyNot(total: number | undefined, isBusy: boolean): string | undefined {
  if (isBusy)
    return 'The notification above is not complete. Finish it or skip the remaining investors first.'
  if (total === 0) return 'No investors match anymore.'
  if (total !== undefined && total > GROUP_MAX)
    return `More than ${formatCount(GROUP_MAX)} investors match. Narrow the filter, or send a global announcement.`
  return undefined
}
