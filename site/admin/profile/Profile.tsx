import { useStore } from '@nanostores/react'
import { type FormEvent, useRef, useState } from 'react'
import { AdminProfileBody } from '#contract/administrators'
import { fieldRules } from '#contract/schema'
import type { Administrator } from '#contract/session'
import { useFocusOnRefusal } from '#site/admin/form/EditForm.tsx'
import { TextField } from '#site/admin/form/fields.tsx'
import { SectionPage } from '#site/admin/frame/SectionPage.tsx'
import { Loaded } from '#site/admin/outcome/Loaded.tsx'
import { Notice } from '#site/admin/outcome/Notice.tsx'
import { useNotice } from '#site/admin/outcome/use-outcome.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { PasswordField } from '#ui/PasswordField'
import { Skeleton } from '#ui/Skeleton'
import { $profile, createProfileForm, refreshProfile } from './profile.ts'

const width = 'max-w-[46rem]'

/** /{secret}/admin/settings: the administrator's own account. */
export function Profile() {
  const view = useStore($profile)
  return (
    <SectionPage title="Settings" lead="Your name, your email and your password.">
      <Loaded
        view={view}
        failure="Your profile could not be loaded."
        onRetry={refreshProfile}
        loading={
          <Panel title="Profile" className={width}>
            <Loading />
          </Panel>
        }
      >
        {(user) => (
          <Panel title="Profile" className={width}>
            <ProfileForm user={user} />
          </Panel>
        )}
      </Loaded>
    </SectionPage>
  )
}

const layout = 'grid gap-x-5 gap-y-6 p-[22px] max-sm:p-4 sm:grid-cols-2'

function ProfileForm({ user }: { user: Administrator }) {
  const [form] = useState(() => createProfileForm(user))
  const { values, refused, status } = useStore(form.$state)
  const { notice, tell } = useNotice()
  const element = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)

  useFocusOnRefusal(element, banner, status.name === 'failed' ? status : undefined, refused)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await form.submit()
    if (!saved) return
    form.set('username', saved.username)
    form.set('email', saved.email)
    tell('Profile updated successfully')
  }
  const password = (name: 'currentPassword' | 'newPassword' | 'confirmPassword') => ({
    name,
    value: values[name],
    error: refused[name],
    required: false,
    onChange: ({ target }: { target: HTMLInputElement }) => form.set(name, target.value),
  })

  return (
    <form ref={element} noValidate className={layout} onSubmit={send} aria-busy={status.name === 'saving'}>
      <TextField
        form={form}
        name="username"
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={fieldRules(AdminProfileBody, 'username').maxLength}
      />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="email"
        maxLength={fieldRules(AdminProfileBody, 'email').maxLength}
      />
      <fieldset className="grid gap-6 border-line border-t pt-6 sm:col-span-2 sm:grid-cols-2 sm:gap-x-5">
        <legend className="visually-hidden">Password</legend>
        <div className="sm:col-span-2">
          <p className="font-medium">Password</p>
          <p className="mt-1 text-[0.875rem] text-ink-2">
            Leave these fields empty to keep it. A new password ends all your sessions: you sign in again with
            it.
          </p>
        </div>
        <div className="sm:pr-2.5 sm:col-span-2 sm:max-w-[50%]">
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...password('currentPassword')}
          />
        </div>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="Min 8 chars, mixed case, numbers, symbols"
          {...password('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...password('confirmPassword')}
        />
      </fieldset>
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-4 sm:col-span-2">
        <div className="min-w-0 flex-1 basis-72">
          <Notice of={notice} />
          {status.name === 'failed' && (
            <Banner kind="error" ref={banner}>
              {status.message}
            </Banner>
          )}
        </div>
        <Button type="submit" busy={status.name === 'saving' && 'Saving...'}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}

/** As tall as the form. */
function Loading() {
  return (
    <div className={layout} role="status">
      <span className="visually-hidden">Loading your profile</span>
      {['username', 'email', 'current', 'new', 'confirm'].map((name) => (
        <div key={name} className="grid gap-1.5">
          <Skeleton className="h-[18px] w-28" />
          <Skeleton className="h-11" />
        </div>
      ))}
      <Skeleton className="h-[46px] w-36 justify-self-end sm:col-span-2" />
    </div>
  )
}
