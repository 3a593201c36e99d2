import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdministratorAccount } from '#contract/admin-administrators'
import { adminAdministrators } from '#contract/admin-administrators'
import { countOf } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { $administrator } from '#core/session/admin-session'
import { EmailDisputes } from '#site/admin/email-disputes/EmailDisputes.tsx'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AccountRow } from './AccountRow.tsx'
import {
  $administrators,
  deleteAdministrator,
  endSessions,
  REASON_MAX,
  refreshAdministrators,
  roleLabels,
  rolesForm,
  switchActive,
} from './administrators.ts'
import { NewAdministrator } from './NewAdministrator.tsx'
import { Permissions } from './Permissions.tsx'
import { RoleFields } from './RoleFields.tsx'
import { nameRoles } from './words.ts'

const topics = ['administrators'] as const

/** `4 administrators, 2 of them owners who can sign in`. */
function sumUp(rows: readonly AdministratorAccount[]): string {
  const owners = rows.filter(({ is_active, roles }) => is_active && roles.includes('owner')).length
  return `${countOf(rows.length, 'administrator')}, ${countOf(owners, 'active owner')}`
}

/** Who may sign in to this panel, with which roles. For owners. */
export function Administrators() {
  const view = useStore($administrators)
  const own = useStore($administrator)
  const data = dataOf(view)
  const [adding, setAdding] = useState<object>()
  const [editing, setEditing] = useState<AdministratorAccount>()
  const [ending, setEnding] = useState<AdministratorAccount>()
  const [switching, setSwitching] = useState<AdministratorAccount>()
  const [deleting, setDeleting] = useState<AdministratorAccount>()
  const { notice, showSuccess } = useLocalToast()
  useLiveRefetch(topics, refreshAdministrators)
  const done = async (message: string) => {
    await refreshAdministrators()
    showSuccess(message)
  }

  return (
    <SectionPage
      title="Administrators"
      lead={data ? sumUp(data.administrators) : ''}
      outcome={notice}
      aside={
        <Button small aria-haspopup="dialog" onClick={() => setAdding({})}>
          Add administrator
        </Button>
      }
    >
      <EmailDisputes kind="admin" onDecided={refreshAdministrators} />
      <RemoteView
        view={view}
        {...loadFailure('Failed to fetch administrators')}
        onRetry={refreshAdministrators}
        loading={<Loading />}
      >
        {({ administrators }) => (
          <Panel title="Accounts" note="Changing roles or disabling an account ends its sessions">
            <ul>
              {administrators.map((row) => (
                <AccountRow
                  key={row.id}
                  of={row}
                  isOwn={row.id === own}
                  onRoles={() => setEditing(row)}
                  onEndSessions={() => setEnding(row)}
                  onSwitch={() => setSwitching(row)}
                  onDelete={() => setDeleting(row)}
                />
              ))}
            </ul>
          </Panel>
        )}
      </RemoteView>
      {view.status !== 'loading' && <Permissions />}
      <NewAdministrator
        of={adding}
        isMailed={data?.mail_configured ?? true}
        onClose={() => setAdding(undefined)}
        onSaved={done}
      />
      <EditDialog
        of={editing}
        onClose={() => setEditing(undefined)}
        title="Change roles"
        kicker={editing?.username}
        form={rolesForm}
        labels={roleLabels}
        approval={{ endpoint: adminAdministrators.update }}
        submit="Change roles"
        busy="Saving..."
        onGone={refreshAdministrators}
        onSaved={({ username, roles }) => done(`${username} is now ${nameRoles(roles)}, and was signed out.`)}
      >
        {(form) => <RoleFields form={form} />}
      </EditDialog>
      <ConfirmDialog
        of={ending}
        onClose={() => setEnding(undefined)}
        title="End all sessions"
        action="End all sessions"
        busy="Ending..."
        run={endSessions}
        onDone={({ username }) => done(`${username} was signed out everywhere.`)}
        onOutdated={refreshAdministrators}
        failure="Failed to end the sessions"
      >
        {({ username }) => (
          <>
            This signs <strong>{username}</strong> out in every browser at once. The account stays enabled.
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        of={switching}
        onClose={() => setSwitching(undefined)}
        title={switching?.is_active === false ? 'Enable administrator' : 'Disable administrator'}
        action={switching?.is_active === false ? 'Enable' : 'Disable'}
        look={switching?.is_active === false ? 'primary' : 'danger'}
        busy="Saving..."
        run={switchActive}
        onDone={({ username, is_active }) =>
          done(is_active ? `${username} is disabled and signed out.` : `${username} can sign in again.`)
        }
        onOutdated={refreshAdministrators}
        failure="Failed to change the account"
        approval={{ endpoint: adminAdministrators.update }}
        takesReason
        reasonMax={REASON_MAX}
      >
        {({ username, is_active }) =>
          is_active ? (
            <>
              This signs out <strong>{username}</strong>. The account cannot be used until it is enabled
              again.
            </>
          ) : (
            <>
              <strong>{username}</strong> can sign in again, with the password and the roles from before.
            </>
          )
        }
      </ConfirmDialog>
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete administrator"
        action="Delete administrator"
        busy="Deleting..."
        run={deleteAdministrator}
        onDone={({ username }) => done(`${username} was deleted.`)}
        onOutdated={refreshAdministrators}
        failure="Failed to delete the administrator"
        approval={{ endpoint: adminAdministrators.remove }}
        takesReason
        reasonMax={REASON_MAX}
      >
        {({ username }) => (
          <>
            This deletes the account of <strong>{username}</strong>, who is signed out. The audit log keeps
            the name, so nobody else can have it. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

function Loading() {
  return (
    <Panel title="Accounts" note="Changing roles or disabling an account ends its sessions">
      <div role="status" className="grid gap-4 p-[22px] max-sm:p-4">
        <span className="visually-hidden">Loading the administrators</span>
        {['one', 'two', 'three'].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    </Panel>
  )
}
