import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { type AdministratorProfile, AdminProfileBody } from '#contract/identity/admin-account'
import { getFieldRules } from '#contract/schema-builders'
import type { RowForm } from '#core/form/row-form'
import { administratorEmail } from '#core/security/admin-email'
import { administratorFactors } from '#core/security/admin-factors'
import { administratorSessions } from '#core/security/admin-sessions'
import { adminSession } from '#core/session/admin-session'
import { EmailPanel } from '#site/account-security/EmailPanel.tsx'
import { PasswordMeter } from '#site/account-security/PasswordMeter.tsx'
import { Sessions } from '#site/account-security/Sessions.tsx'
import { TwoStepVerification } from '#site/account-security/TwoStepVerification.tsx'
import { usePasswordRejection } from '#site/account-security/use-password-rejection.ts'
import { formatRoles } from '#site/admin/identity/administrators/role-labels.ts'
import { EditPanel } from '#site/admin/kit/form/EditPanel.tsx'
import { TextField } from '#site/admin/kit/form/form-fields.tsx'
import { UnsavedChangesGuard } from '#site/admin/kit/form/UnsavedChangesGuard.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useLatched } from '#site/ui/use-ever.ts'
import { Panel } from '#ui/Panel'
import { PasswordField } from '#ui/PasswordField'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import {
  $profile,
  createAdminProfileForm,
  type ProfileValues,
  refreshProfile,
  type SavedProfile,
  syncProfile,
} from './profile-form.ts'

const width = 'max-w-[46rem]'

/** /{secret}/admin/settings: the administrator's own account. */
export function Profile() {
  const view = useStore($profile)
  // The other panels follow once the first one's height is known.
  const isKnown = useLatched(view.status !== 'loading')
  const session = useStore(adminSession.$session)
  return (
    <SectionPage title="Settings" lead="Your profile, sign-in methods and active sessions.">
      <RemoteView
        view={view}
        {...getLoadErrorProps('Your profile could not be loaded.')}
        onRetry={refreshProfile}
        loading={
          <Panel title="Profile" className={width}>
            <Loading />
          </Panel>
        }
      >
        {(user) => (
          <Panel
            title="Profile"
            note={`Your roles: ${formatRoles(user.roles)}. Only another owner can change them.`}
            className={width}
          >
            <ProfileForm user={user} />
          </Panel>
        )}
      </RemoteView>
      {isKnown && (
        <>
          <div className={`mt-5 ${width}`}>
            <EmailPanel client={administratorEmail} />
          </div>
          <div className={`mt-5 ${width}`}>
            <TwoStepVerification client={administratorFactors} account={session?.user.username ?? ''} />
          </div>
          <div className={`mt-5 ${width}`}>
            <Sessions client={administratorSessions} />
          </div>
        </>
      )}
    </SectionPage>
  )
}

const layout = 'grid gap-x-5 gap-y-6 sm:grid-cols-2'

const labels = { username: 'Username' }

function ProfileForm({ user }: { user: AdministratorProfile }) {
  const [isDirty, setDirty] = useState(false)
  const [saved, setSaved] = useState<SavedProfile>()
  // Only after the guard is removed: the input is stored, so leaving the page needs no confirmation.
  useEffect(() => {
    if (saved) syncProfile(saved)
  }, [saved])
  return (
    <>
      <UnsavedChangesGuard isDirty={isDirty && !saved?.isSignedOut} />
      <EditPanel
        row={user}
        form={createAdminProfileForm}
        labels={labels}
        name="Profile"
        submit="Save Changes"
        done="Profile updated successfully"
        onSaved={setSaved}
        onDirty={setDirty}
      >
        {(form) => <Fields form={form} email={user.email} />}
      </EditPanel>
    </>
  )
}

function Fields({ form, email }: { form: RowForm<ProfileValues, SavedProfile>; email: string }) {
  const { values, fieldErrors } = useStore(form.$state)
  const refusalId = useId()
  const refusal = usePasswordRejection(values.newPassword, email)
  const password = (name: 'currentPassword' | 'newPassword' | 'confirmPassword') => ({
    name,
    value: values[name],
    error: fieldErrors[name],
    required: false,
    onChange: ({ target }: { target: HTMLInputElement }) => form.set(name, target.value),
  })
  return (
    <div className={layout}>
      <TextField
        form={form}
        name="username"
        label={labels.username}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={getFieldRules(AdminProfileBody, 'username').maxLength}
      />
      <fieldset className="grid gap-6 border-line border-t pt-6 sm:col-span-2 sm:grid-cols-2 sm:gap-x-5">
        <legend className="visually-hidden">Password</legend>
        <div className="sm:col-span-2">
          <p className="font-medium">Password</p>
          <p className="mt-1 text-[0.875rem] text-ink-2">
            Leave blank to keep your current password. Changing it signs you out of all sessions.
          </p>
        </div>
        <div className="sm:pr-2.5 sm:col-span-2 sm:max-w-[50%]">
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...password('currentPassword')}
          />
        </div>
        <div className="grid content-start gap-5">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint="Min 8 chars, mixed case, numbers, symbols"
            aria-describedby={refusal && refusalId}
            {...password('newPassword')}
            error={refusal ? undefined : fieldErrors.newPassword}
          />
          {values.newPassword !== '' && (
            <PasswordMeter
              password={values.newPassword}
              refusal={refusal}
              refusalId={refusalId}
              isSent={fieldErrors.newPassword !== undefined}
            />
          )}
        </div>
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...password('confirmPassword')}
        />
      </fieldset>
    </div>
  )
}

/** As tall as the form. */
function Loading() {
  return (
    <div className={`${layout} p-[22px] max-sm:p-4`} role="status">
      <span className="visually-hidden">Loading your profile</span>
      {['username', 'current', 'new', 'confirm'].map((name) => (
        <div key={name} className="grid gap-1.5">
          <Skeleton className="h-[18px] w-28" />
          <Skeleton className="h-11" />
        </div>
      ))}
      <Skeleton className="h-[46px] w-36 justify-self-end sm:col-span-2" />
    </div>
  )
}
