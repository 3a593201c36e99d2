import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { BULK_MAX } from '#contract/admin'
import { describeFailure } from '#core/api/failures'
import { countOf, formatCount } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { countGroup, GROUP_MAX, type Group, nameGroup, readGroupIds } from './group.ts'
import { $rounds, startRounds } from './rounds.ts'
import { SendPanel } from './SendPanel.tsx'
import { checkContent, createContentForm } from './send-form.ts'
import { directTemplates } from './templates.ts'

interface GroupFormProps {
  group: Group
  /** Goes back to choosing investors one by one. */
  onChooseOne: () => void
}

/** A message to all who match a filter of the users list, sent in rounds. */
export function GroupForm({ group, onChooseOne }: GroupFormProps) {
  const name = nameGroup(group)
  const create = () =>
    createContentForm('group', 'Failed to send notification: {reason}', async (content) => {
      const ids = await readGroupIds(group)
      void startRounds({ name, ids, content })
      return ids.length
    })
  const [form, setForm] = useState(create)
  const [confirming, setConfirming] = useState<{ title: string; total: number }>()
  const { view, retry } = useRemote(JSON.stringify(group), () => countGroup(group))
  const total = dataOf(view)
  const rounds = useStore($rounds)
  const isBusy = rounds !== undefined && (rounds.isSending || rounds.rest.length > 0)
  const problem = whyNot(total, isBusy)

  const submit = async () => {
    const { values } = form.$state.get()
    // The form shows its own errors, before the confirmation.
    if (Object.keys(checkContent(values)).length > 0) await form.submit()
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
      <SendPanel
        title="Notify investors"
        note="Appears in their bells at once"
        form={form}
        templates={directTemplates}
        submit={total === undefined ? 'Send' : 'Send to all who match'}
        isWaiting={total === undefined || problem !== undefined}
        onSubmit={submit}
      >
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded border border-line bg-paper p-4">
          <div className="min-w-0 flex-1 basis-52">
            <p className="text-[0.8125rem] text-ink-3">To</p>
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="mt-1 text-[0.9375rem] text-ink-2" role="status">
              {total === undefined ? 'Counting...' : `${formatCount(total)} match at the moment.`} Those who
              are disabled are left out, so fewer may be notified.
            </p>
          </div>
          <Button look="quiet" small onClick={onChooseOne}>
            Choose one by one
          </Button>
        </div>
        {problem && <Banner kind="warning">{problem}</Banner>}
        {view.status === 'failed' && (
          <Banner kind="error">
            {describeFailure('Failed to fetch users', view.error)}{' '}
            <Button look="quiet" small onClick={retry}>
              Try again
            </Button>
          </Banner>
        )}
      </SendPanel>
      <ConfirmDialog
        of={confirming}
        onClose={() => setConfirming(undefined)}
        title="Send to all who match"
        action="Send to all who match"
        busy="Reading who matches..."
        look="primary"
        run={send}
        onDone={() => {}}
        onOutdated={() => {}}
        failure="{reason}"
      >
        {({ title, total: count }) => (
          <>
            This notifies {name.charAt(0).toLowerCase() + name.slice(1)} who are not disabled, at most{' '}
            {formatCount(count)}
            {count > BULK_MAX && `, in ${countOf(Math.ceil(count / BULK_MAX), 'round')}`}:{' '}
            <strong>{title}</strong>. Each notification can only be taken back one by one.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

/** Why nothing can be sent to a group; undefined when it can, or is not known yet. */
function whyNot(total: number | undefined, isBusy: boolean): string | undefined {
  if (isBusy) return 'The notification above is not done yet. Finish it or leave the rest out first.'
  if (total === 0) return 'Nobody matches any more.'
  if (total !== undefined && total > GROUP_MAX)
    return `More than ${formatCount(GROUP_MAX)} match. Use a narrower filter, or the announcement to all.`
  return undefined
}
