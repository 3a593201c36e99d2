import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { countOf } from '#core/format/format'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { May, useMay } from '#site/admin/shared/may.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { pickedOwner, useOwner } from '#site/admin/user-picker/use-owner.ts'
import { nameOf, readUserId } from '#site/admin/user-picker/user-search.ts'
import { EmptyState } from '#ui/EmptyState'
import { GroupForm } from './GroupForm.tsx'
import { readGroup, withoutGroup } from './group.ts'
import { notificationList } from './list.ts'
import { AlsoTo } from './RecipientPicker.tsx'
import { RoundsPanel } from './RoundsPanel.tsx'
import { $alsoTo, dropRecipients, keepRecipients, restoreRecipients } from './recipients.ts'
import { restoreRounds } from './rounds.ts'
import { SendPanel } from './SendPanel.tsx'
import { Sent } from './Sent.tsx'
import { checkContent, createSendForm } from './send-form.ts'
import { directTemplates, globalTemplates } from './templates.ts'

const NOBODY_CHOSEN = 'Please select a user first'

/** Sent to the recipients chosen at that time. */
const createDirect = () =>
  createSendForm('direct', 'Failed to send notification: {reason}', () => {
    const chosen = readUserId(notificationList.$query.get().filters.user)
    return chosen === undefined ? [] : [chosen, ...$alsoTo.get().map(({ id }) => id)]
  })
const createGlobal = () => createSendForm('global', 'Failed to send global notification: {reason}', () => [])

/** Messages to one investor or to all, and the messages sent to each. */
export function Notifications() {
  const state = useList(notificationList)
  const userId = readUserId(state.query.filters.user)
  const owner = useOwner(userId)
  const { notice, showSuccess } = useLocalToast()
  const name = owner.user ? nameOf(owner.user) : ''
  const may = useMay()
  const [address, setAddress] = useSearchParams()
  const group = may('publish') ? readGroup(address) : undefined
  useRecipients(userId)
  const picker = (problem: string | undefined) => (
    <UserPicker
      label="Investor"
      {...pickedOwner(owner)}
      error={owner.problem ?? problem}
      onChoose={(user) =>
        state.show({ search: '', filters: { user: user ? String(user.id) : '', category: '' } })
      }
    />
  )

  return (
    <SectionPage
      title="Notifications"
      lead={
        may('publish')
          ? 'Messages to one investor, to several, or to all who are active'
          : may('desk')
            ? 'Messages to one investor, and those that were sent'
            : 'Messages that were sent to an investor'
      }
      outcome={notice}
    >
      <May permission="publish">
        <RoundsPanel />
      </May>
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
        {group ? (
          <GroupForm
            key={JSON.stringify(group)}
            group={group}
            onChooseOne={() => setAddress(withoutGroup(address))}
          />
        ) : may('desk') ? (
          <DirectForm
            userId={owner.user ? userId : undefined}
            isWaiting={owner.view?.status === 'loading'}
            onSent={(count) => {
              notificationList.refresh()
              showSuccess(`Notification sent to ${count === 1 ? name : countOf(count, 'investor')}.`)
            }}
          >
            {picker}
          </DirectForm>
        ) : (
          <div className="panel p-4">{picker(undefined)}</div>
        )}
        <May permission="publish">
          <GlobalForm onSent={(count) => showSuccess(`Announcement sent to ${countOf(count, 'user')}.`)} />
        </May>
      </div>
      {userId === undefined ? (
        <div className="panel">
          <EmptyState title="No user selected">
            Select an investor above to see{may('desk') && ', correct and take back'} what was sent.
          </EmptyState>
        </div>
      ) : (
        <Sent state={state} owner={name || `user ${userId}`} showSuccess={showSuccess} />
      )}
    </SectionPage>
  )
}

/** Keeps those chosen beside the one in the URL over a reload, for as long as the composer is on screen. */
function useRecipients(chosen: number | undefined): void {
  const [isRestored, setRestored] = useState(false)
  const others = useStore($alsoTo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the URL names when the composer opens
  useEffect(() => {
    restoreRecipients(chosen)
    restoreRounds()
    setRestored(true)
    return dropRecipients
  }, [])
  useEffect(() => {
    if (isRestored) keepRecipients(chosen, others)
  }, [isRestored, chosen, others])
}

interface DirectFormProps {
  userId: number | undefined
  isWaiting: boolean
  onSent: (count: number) => void
  /** The choice of recipients; `problem` says that none is chosen. */
  children: (problem: string | undefined) => ReactNode
}

function DirectForm({ userId, isWaiting, onSent, children }: DirectFormProps) {
  const [form, setForm] = useState(createDirect)
  const [isAsked, setAsked] = useState(false)
  const others = useStore($alsoTo)
  const problem = isAsked && userId === undefined ? NOBODY_CHOSEN : undefined
  const submit = async () => {
    setAsked(userId === undefined)
    if (userId === undefined) return
    const count = await form.submit()
    if (count === undefined) return
    setForm(createDirect)
    $alsoTo.set([])
    onSent(count)
  }
  return (
    <SendPanel
      title="Notify investors"
      note="Appears in their bells at once"
      form={form}
      templates={directTemplates}
      submit={
        userId === undefined || others.length === 0
          ? 'Send notification'
          : `Send to ${countOf(others.length + 1, 'investor')}`
      }
      problem={problem}
      isWaiting={isWaiting}
      onSubmit={submit}
    >
      {children(problem)}
      {(userId !== undefined || isWaiting) && (
        <May permission="publish">
          <AlsoTo chosen={userId} />
        </May>
      )}
    </SendPanel>
  )
}

function GlobalForm({ onSent }: { onSent: (count: number) => void }) {
  const [form, setForm] = useState(createGlobal)
  const [confirming, setConfirming] = useState<{ title: string }>()
  const submit = async () => {
    const { values } = form.$state.get()
    // The form shows its own errors, before the confirmation.
    if (Object.keys(checkContent(values)).length > 0) await form.submit()
    else setConfirming({ title: values.title })
  }
  // The result is shown where the button is; the form keeps it for when the dialog is closed.
  const send = async () => {
    const count = await form.submit()
    const { status } = form.$state.get()
    if (count === undefined) throw new Error(status.name === 'failed' ? status.message : undefined)
    setForm(createGlobal)
    onSent(count)
  }
  return (
    <>
      <SendPanel
        title="Global announcement"
        note="Goes to every active investor"
        form={form}
        templates={globalTemplates}
        submit="Send to all users"
        onSubmit={submit}
      />
      <ConfirmDialog
        of={confirming}
        onClose={() => setConfirming(undefined)}
        title="Send to all users"
        action="Send to all"
        busy="Sending..."
        run={send}
        onDone={() => {}}
        onOutdated={() => {}}
        failure="{reason}"
      >
        {({ title }) => (
          <>
            This notifies every active investor: <strong>{title}</strong>. Each notification can only be taken
            back one by one.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
