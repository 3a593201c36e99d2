import type { AdministratorAccount } from '#contract/identity/admin-administrators'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { RowAction } from '#site/admin/kit/list/RowAction.tsx'
import { Badge } from '#ui/Badge'
import { Email } from '#ui/Email'
import { deleteIcon, editIcon, leaveIcon, lockIcon, unlockIcon } from '#ui/icons/row-actions'
import { roleLabels } from './role-labels.ts'

interface AccountRowProps {
  account: AdministratorAccount
  /** Whether this is the reader's own account, which only another owner can change. */
  isOwn: boolean
  onRoles: () => void
  onEndSessions: () => void
  onSwitch: () => void
  onDelete: () => void
}

/** One administrator: name, roles, last sign-in, second factor and available actions. */
export function AccountRow({ account, isOwn, onRoles, onEndSessions, onSwitch, onDelete }: AccountRowProps) {
  const { username, email, roles, is_active, last_login_at, second_factor } = account
  return (
    <li className="border-line px-[22px] py-4 not-first:border-t max-sm:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1.5 font-medium">
            <span className="wrap-anywhere">{username}</span>
            {isOwn && <Badge tone="info">You</Badge>}
            {!is_active && <Badge tone="warn">Disabled</Badge>}
          </h3>
          <p className="text-[0.875rem] text-ink-2 wrap-anywhere">
            <Email address={email} />
          </p>
        </div>
        <ul aria-label={`Roles for ${username}`} className="flex flex-1 basis-40 flex-wrap gap-1.5">
          {roles.map((role) => (
            <li key={role}>
              <Badge>{roleLabels[role]}</Badge>
            </li>
          ))}
        </ul>
        <dl className="grid flex-1 basis-60 grid-cols-[auto_1fr] gap-x-3 text-[0.875rem]">
          <dt className="text-ink-3">Last sign-in</dt>
          <dd>{last_login_at ? <AdminDateTime instant={last_login_at} /> : 'Never'}</dd>
          <dt className="text-ink-3">Two-step verification</dt>
          <dd className={second_factor ? '' : 'text-warn'}>{second_factor ? 'On' : 'Off'}</dd>
        </dl>
        <div className="flex flex-wrap gap-2 sm:min-w-[8.5rem] sm:justify-end">
          {isOwn ? (
            <p className="max-w-[16ch] text-[0.8125rem] leading-snug text-ink-3 sm:text-right">
              Only another owner can change your account.
            </p>
          ) : (
            <>
              <RowAction
                icon={editIcon}
                label="Change roles"
                name={`Change roles for ${username}`}
                opensDialog
                onClick={onRoles}
              />
              {is_active && (
                <RowAction
                  icon={leaveIcon}
                  label="Sign out everywhere"
                  name={`Sign out ${username} everywhere`}
                  opensDialog
                  onClick={onEndSessions}
                />
              )}
              <RowAction
                icon={is_active ? lockIcon : unlockIcon}
                label={is_active ? 'Disable' : 'Enable'}
                name={`${is_active ? 'Disable' : 'Enable'} ${username}`}
                opensDialog
                onClick={onSwitch}
              />
              <RowAction
                icon={deleteIcon}
                label="Delete"
                name={`Delete ${username}`}
                opensDialog
                onClick={onDelete}
              />
            </>
          )}
        </div>
      </div>
    </li>
  )
}
