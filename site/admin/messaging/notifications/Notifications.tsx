import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AWAITING_APPROVAL } from '#core/api/approval-requests'
import { formatCountOf } from '#core/format/format'
import { formatFullName } from '#shared/full-name'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { RequirePermission, usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { getPickerProps, useSelectedInvestor } from '#site/admin/kit/user-picker/use-selected-investor.ts'
import { EmptyState } from '#ui/EmptyState'
import { AdditionalRecipients } from './AdditionalRecipients.tsx'
import { BatchProgress } from './BatchProgress.tsx'
import { restoreBatches } from './batch-sending.ts'
import { GroupMessageForm } from './GroupMessageForm.tsx'
import { directTemplates, globalTemplates } from './message-templates.ts'
import { notificationList } from './notification-list.ts'
import { parseRecipientGroup, removeRecipientGroup } from './recipient-group.ts'
import { $additionalRecipients, clearRecipients, restoreRecipients, saveRecipients } from './recipients.ts'
import { SendForm } from './SendForm.tsx'
import { SentNotifications } from './SentNotifications.tsx'
import { createSendForm, validateContent } from './send-form.ts'

const NOBODY_CHOSEN = 'Please select a user first'

/** Sent to the recipients selected at that time. */
const createDirect = () =>
  createSendForm('direct', 'Failed to send notification: {reason}', () => {
    const chosen = parseUserId(notificationList.$query.get().filters.user)
    return chosen === undefined ? [] : [chosen, ...$additionalRecipients.get().map(({ id }) => id)]
  })
const createGlobal = () => createSendForm('global', 'Failed to send global notification: {reason}', () => [])

/** Messages to one investor or to all, and the messages sent to each. */
export function Notifications() {
  const state = useAdminList(notificationList)
  const userId = parseUserId(state.query.filters.user)
  const owner = useSelectedInvestor(userId)
  const { notice, showSuccess } = useLocalToast()
  const name = owner.user ? formatFullName(owner.user) : ''
  const may = usePermissions()
  const [address, setAddress] = useSearchParams()
  const group = may('publish') ? parseRecipientGroup(address) : undefined
  useRecipients(userId)
  const picker = (problem: string | undefined) => (
    <InvestorPicker
      label="Investor"
      {...getPickerProps(owner)}
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
          ? 'Notify one investor, several, or all active investors'
          : may('desk')
            ? 'Notify an investor and view sent notifications'
            : 'Notifications sent to an investor'
      }
      outcome={notice}
    >
      <RequirePermission permission="publish">
        <BatchProgress />
      </RequirePermission>
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
        {group ? (
          <GroupMessageForm
            key={JSON.stringify(group)}
            group={group}
            onChooseOne={() => setAddress(removeRecipientGroup(address))}
          />
        ) : may('desk') ? (
          <DirectForm
            userId={owner.user ? userId : undefined}
            isWaiting={owner.view?.status === 'loading'}
            onSent={(count) => {
              notificationList.refresh()
              showSuccess(`Notification sent to ${count === 1 ? name : formatCountOf(count, 'investor')}.`)
            }}
          >
            {picker}
          </DirectForm>
        ) : (
          <div className="panel p-4">{picker(undefined)}</div>
        )}
        <RequirePermission permission="publish">
          <GlobalForm
            onSent={(count) => showSuccess(`Announcement sent to ${formatCountOf(count, 'investor')}.`)}
          />
        </RequirePermission>
      </div>
      {userId === undefined ? (
        <div className="panel">
          <EmptyState title="No investor selected">
            Select an investor above to view{may('desk') && ', edit and delete'} sent notifications.
          </EmptyState>
        </div>
      ) : (
        <SentNotifications state={state} owner={name || `investor ${userId}`} showSuccess={showSuccess} />
      )}
    </SectionPage>
  )
}

/** Keeps the additional recipients across a reload, as long as the composer is open. */
function useRecipients(chosen: number | undefined): void {
  const [isRestored, setRestored] = useState(false)
  const others = useStore($additionalRecipients)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the URL names when the composer opens
  useEffect(() => {
    restoreRecipients(chosen)
    restoreBatches()
    setRestored(true)
    return clearRecipients
  }, [])
  useEffect(() => {
    if (isRestored) saveRecipients(chosen, others)
  }, [isRestored, chosen, others])
}

interface DirectFormProps {
  userId: number | undefined
  isWaiting: boolean
  onSent: (count: number) => void
  /** The selection of recipients; `problem` reports that none is selected. */
  children: (problem: string | undefined) => ReactNode
}

function DirectForm({ userId, isWaiting, onSent, children }: DirectFormProps) {
  const [form, setForm] = useState(createDirect)
  const [isAsked, setAsked] = useState(false)
  const others = useStore($additionalRecipients)
  const problem = isAsked && userId === undefined ? NOBODY_CHOSEN : undefined
  const submit = async () => {
    setAsked(userId === undefined)
    if (userId === undefined) return
    const count = await form.submit()
    if (count === undefined) return
    setForm(createDirect)
    $additionalRecipients.set([])
    if (count !== AWAITING_APPROVAL) onSent(count)
  }
  return (
    <SendForm
      title="Notify investors"
      note="Delivered to their notifications immediately"
      form={form}
      templates={directTemplates}
      submit={
        userId === undefined || others.length === 0
          ? 'Send notification'
          : `Send to ${formatCountOf(others.length + 1, 'investor')}`
      }
      problem={problem}
      isToSeveral={others.length > 0}
      isWaiting={isWaiting}
      onSubmit={submit}
    >
      {children(problem)}
      {(userId !== undefined || isWaiting) && (
        <RequirePermission permission="publish">
          <AdditionalRecipients chosen={userId} />
        </RequirePermission>
      )}
    </SendForm>
  )
}

function GlobalForm({ onSent }: { onSent: (count: number) => void }) {
  const [form, setForm] = useState(createGlobal)
  const [confirming, setConfirming] = useState<{ title: string }>()
  const submit = async () => {
    const { values } = form.$state.get()
    // The form shows its own errors before the confirmation.
    if (Object.keys(validateContent(values)).length > 0) await form.submit()
    else setConfirming({ title: values.title })
  }
  // The result is shown beside the button; the form keeps it until the dialog is closed.
  const send = async () => {
    const count = await form.submit()
    const { status } = form.$state.get()
    if (count === undefined) throw new Error(status.name === 'failed' ? status.message : undefined)
    setForm(createGlobal)
    if (count !== AWAITING_APPROVAL) onSent(count)
  }
  return (
    <>
      <SendForm
        title="Global announcement"
        note="Sent to all active investors"
        form={form}
        templates={globalTemplates}
        submit="Send to all active investors"
        isToSeveral
        onSubmit={submit}
      />
      <ConfirmDialog
        target={confirming}
        onClose={() => setConfirming(undefined)}
        title="Send to all active investors"
        action="Send to all"
        busy="Sending..."
        run={send}
        onDone={() => {}}
        onOutdated={() => {}}
        failure="{reason}"
      >
        {({ title }) => (
          <>
            Notify all active investors: <strong>{title}</strong>. Notifications can be deleted only one at a
            time.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
