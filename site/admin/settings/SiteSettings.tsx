import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AdminSettings, adminSettings } from '#contract/admin-settings'
import type { RowForm } from '#core/form/row-form'
import { formatDate } from '#core/format/format'
import { renewSiteSettings } from '#core/query/site-settings'
import { SecondApproval } from '#site/admin/approvals/SecondApproval.tsx'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { EditPanel } from '#site/admin/form/EditPanel.tsx'
import { AreaField, ChoiceField, TextField } from '#site/admin/form/fields.tsx'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { UnsavedGuard } from '#site/admin/form/UnsavedGuard.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AccessRules } from './AccessRules.tsx'
import { Announcement } from './Announcement.tsx'
import { ColorField } from './ColorField.tsx'
import {
  $siteSettings,
  formatOptions,
  labels,
  needsSecond,
  refreshSettings,
  rulesOf,
  type SettingsValues,
  settingNames,
  settingsForm,
} from './settings.ts'
import { ThemePreview } from './ThemePreview.tsx'

const width = 'max-w-[72rem]'

/** Name, colours, addresses and date format of the whole site. */
export function SiteSettings() {
  const view = useStore($siteSettings)
  const [isDirty, setDirty] = useState(false)
  const mayEdit = useMay()('administer')
  return (
    <SectionPage
      title="Site Settings"
      lead={
        mayEdit
          ? 'Pages opened half a minute after a change is saved show it; those already open show it when they are loaded again'
          : 'Only owners change the settings'
      }
    >
      <UnsavedGuard isDirty={isDirty} />
      <p className={`${width} text-[0.9375rem] text-ink-2`}>
        Email, phone and hours of support are not here:{' '}
        <Link to={{ search: '?d=departments&department=general' }}>Contact departments, General</Link>.
      </p>
      <WaitingBadge of="settings:1" className="justify-self-start" />
      <RemoteView
        view={view}
        {...loadFailure('Failed to fetch settings')}
        onRetry={refreshSettings}
        loading={
          <Panel title="Settings" className={width}>
            <div className="p-[22px]">
              <span className="visually-hidden">Loading</span>
              <Skeleton className="h-[640px]" />
            </div>
          </Panel>
        }
      >
        {(settings) => (
          <Panel title="Settings" className={width}>
            {mayEdit ? (
              <EditPanel
                row={settings}
                form={settingsForm}
                labels={labels}
                name="Site settings"
                submit="Save settings"
                done="Settings saved."
                onSaved={() => {
                  refreshSettings()
                  renewSiteSettings()
                }}
                onDirty={setDirty}
              >
                {(form) => <Fields form={form} stored={settings} />}
              </EditPanel>
            ) : (
              <Stored of={settings} />
            )}
          </Panel>
        )}
      </RemoteView>
      <Announcement className={width} />
      <AccessRules className={width} />
    </SectionPage>
  )
}

/** The settings as they are stored, for those who may not change them. */
function Stored({ of }: { of: AdminSettings }) {
  return (
    <div className="p-[22px] max-sm:p-4">
      <Facts of={settingNames.map((name) => [labels[name], of[name]])} />
    </div>
  )
}

function Fields({ form, stored }: { form: RowForm<SettingsValues, AdminSettings>; stored: AdminSettings }) {
  const { values } = useStore(form.$state)
  const [today] = useState(() => new Date().toISOString())
  const format = values.date_format as AdminSettings['date_format']
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="grid content-start gap-5">
        <TextField form={form} name="site_name" label={labels.site_name} required {...rulesOf('site_name')} />
        <AreaField
          form={form}
          name="site_description"
          label={labels.site_description}
          rows={4}
          {...rulesOf('site_description')}
        />
        <AreaField
          form={form}
          name="company_address"
          label={labels.company_address}
          rows={2}
          {...rulesOf('company_address')}
        />
        <AreaField
          form={form}
          name="payment_account"
          label={labels.payment_account}
          hint="One part a line, such as “Beneficiary: …”, “Bank: …”, “IBAN …”, “BIC …”. Investors whose subscription is approved can copy each, with reference and amount; never public"
          rows={5}
          {...rulesOf('payment_account')}
        />
        <TextField
          form={form}
          name="four_eyes_amount"
          label={labels.four_eyes_amount}
          hint="Transactions and changes of portfolios above it, in US dollars: each of them, and together what one administrator writes alone for one investor within 24 hours"
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <TextField
          form={form}
          name="unverified_reservation"
          label={labels.unverified_reservation}
          hint="What an investor who is not verified can reserve over all series, in US dollars; such a reservation ends after 14 days without a submitted verification"
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <ColorField form={form} name="primary_color" />
          <ColorField form={form} name="secondary_color" />
        </div>
        <ChoiceField
          form={form}
          name="date_format"
          label={labels.date_format}
          hint="How dates read on every page; the example is today"
          options={formatOptions(today)}
          required
        />
        <TextField
          form={form}
          name="screening_threshold"
          label={labels.screening_threshold}
          hint="From 50 to 100. Lower finds more people who are others, higher misses more spellings of a name"
          inputMode="numeric"
          required
        />
        <TextField
          form={form}
          name="verification_target_days"
          label={labels.verification_target_days}
          hint="Business days in which a submitted verification is to be decided"
          inputMode="numeric"
          maxLength={2}
          required
        />
        <SecondApproval of={{ endpoint: adminSettings.update, isNeeded: needsSecond(values, stored) }} />
        <ReasonField form={form} name="reason" isHidden />
      </div>
      <ThemePreview values={values} date={formatDate(today, format)} />
    </div>
  )
}
