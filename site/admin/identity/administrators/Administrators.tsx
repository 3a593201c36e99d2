import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdministratorAccount } from '#contract/identity/admin-administrators'
import { adminAdministrators } from '#contract/identity/admin-administrators'
import { formatCountOf } from '#core/format/format'
import { getData } from '#core/query/remote'
import { $administrator } from '#core/session/admin-session'
import { EmailDisputes } from '#site/admin/identity/email-disputes/EmailDisputes.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AccountRow } from './AccountRow.tsx'
import { AddAdministratorDialog } from './AddAdministratorDialog.tsx'
import {
  $administrators,
  createRolesForm,
  deleteAdministrator,
  endSessions,
  REASON_MAX,
  refreshAdministrators,
  roleFieldLabels,
  setAdministratorActive,
} from './administrators-store.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { RoleFields } from './RoleFields.tsx'
import { formatRoles } from './role-labels.ts'

const topics = ['administrators'] as const

/** `4 administrators, 2 of them owners who can sign in`. */
function sumUp(rows: readonly AdministratorAccount[]): string {
  const owners = rows.filter(({ is_active, roles }) => is_active && roles.includes('owner')).length
  return `${formatCountOf(rows.length, 'administrator')}, ${formatCountOf(owners, 'active owner')}`
}

/** Who can sign in to this panel and with which roles. For owners. */
export function Administrators() {
  const view = useStore($administrators)
  const own = useStore($administrator)
  const data = getData(view)
  const [adding, setAdding] = useState<object>()
  const [editing, setEditing] = useState<AdministratorAccount>()
  const [ending, setEnding] = useState<AdministratorAccount>()
  const [switching, setSwitching] = useState<AdministratorAccount>()
  const [deleting, setDeleting] = useState<AdministratorAccount>()
  const { notice, showSuccess } = useLocalToast()
  useRefetchOnEvents(topics, refreshAdministrators)
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
        {...getLoadErrorProps('Failed to fetch administrators')}
        onRetry={refreshAdministrators}
        loading={<Loading />}
      >
        {({ administrators }) => (
          <Panel
            title="Accounts"
            note="Changing roles or disabling an account signs the administrator out immediately"
          >
            <ul>
              {administrators.map((row) => (
                <AccountRow
                  key={row.id}
                  account={row}
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
      {view.status !== 'loading' && <PermissionMatrix />}
      <AddAdministratorDialog
        target={adding}
        isMailed={data?.mail_configured ?? true}
        onClose={() => setAdding(undefined)}
        onSaved={done}
      />
      <EditDialog
        target={editing}
        onClose={() => setEditing(undefined)}
        title="Change roles"
        kicker={editing?.username}
        form={createRolesForm}
        labels={roleFieldLabels}
        approval={{ endpoint: adminAdministrators.update }}
        submit="Change roles"
        busy="Saving..."
        onGone={refreshAdministrators}
        onSaved={({ username, roles }) =>
          done(`Roles for ${username} changed to ${formatRoles(roles)}. They have been signed out.`)
        }
      >
        {(form) => <RoleFields form={form} />}
      </EditDialog>
      <ConfirmDialog
        target={ending}
        onClose={() => setEnding(undefined)}
        title="Sign out everywhere"
        action="Sign out everywhere"
        busy="Signing out..."
        run={endSessions}
        onDone={({ username }) => done(`${username} has been signed out everywhere.`)}
        onOutdated={refreshAdministrators}
        failure="Failed to sign out the administrator"
      >
        {({ username }) => (
          <>
            <strong>{username}</strong> will be signed out on all devices immediately. The account stays
            enabled.
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        target={switching}
        onClose={() => setSwitching(undefined)}
        title={switching?.is_active === false ? 'Enable administrator' : 'Disable administrator'}
        action={switching?.is_active === false ? 'Enable' : 'Disable'}
        look={switching?.is_active === false ? 'primary' : 'danger'}
        busy="Saving..."
        run={setAdministratorActive}
        onDone={({ username, is_active }) =>
          done(is_active ? `${username} has been disabled and signed out.` : `${username} can sign in again.`)
        }
        onOutdated={refreshAdministrators}
        failure="Failed to update the account"
        approval={{ endpoint: adminAdministrators.update }}
        takesReason
        reasonMax={REASON_MAX}
      >
        {({ username, is_active }) =>
          is_active ? (
            <>
              <strong>{username}</strong> will be signed out immediately and cannot sign in until the account
              is enabled again.
            </>
          ) : (
            <>
              <strong>{username}</strong> will be able to sign in again with their existing password and
              roles.
            </>
          )
        }
      </ConfirmDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete administrator"
        action="Delete administrator"
        busy="Deleting..."
        run={deleteAdministrator}
        onDone={({ username }) => done(`${username} has been deleted.`)}
        onOutdated={refreshAdministrators}
        failure="Failed to delete the administrator"
        approval={{ endpoint: adminAdministrators.delete }}
        takesReason
        reasonMax={REASON_MAX}
      >
        {({ username }) => (
          <>
            The account of <strong>{username}</strong> will be deleted and signed out. The username remains in
            the audit log and cannot be reused. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

function Loading() {
  return (
    <Panel
      title="Accounts"
      note="Changing roles or disabling an account signs the administrator out immediately"
    >
      <div role="status" className="grid gap-4 p-[22px] max-sm:p-4">
        <span className="visually-hidden">Loading administrators</span>
        {['one', 'two', 'three'].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    </Panel>
  )
}
