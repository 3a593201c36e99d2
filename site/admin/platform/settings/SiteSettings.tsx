import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AdminSettings, adminSettings } from '#contract/platform/admin-settings'
import type { RowForm } from '#core/form/row-form'
import { formatDate } from '#core/format/format'
import { refreshSiteSettings } from '#core/query/platform/site-settings'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { EditPanel } from '#site/admin/kit/form/EditPanel.tsx'
import { SelectField, TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { UnsavedChangesGuard } from '#site/admin/kit/form/UnsavedChangesGuard.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { BannerForm } from './BannerForm.tsx'
import { ColorField } from './ColorField.tsx'
import { SignInNetworks } from './SignInNetworks.tsx'
import {
  $siteSettings,
  createSettingsForm,
  getSettingFieldRules,
  listDateFormatOptions,
  needsSecond,
  refreshSettings,
  type SettingsValues,
  settingLabels,
  settingNames,
} from './settings-form.ts'
import { ThemePreview } from './ThemePreview.tsx'

const width = 'max-w-[72rem]'

/** Name, colors, addresses and date format of the whole site. */
export function SiteSettings() {
  const view = useStore($siteSettings)
  const [isDirty, setDirty] = useState(false)
  const mayEdit = usePermissions()('administer')
  return (
    <SectionPage
      title="Site Settings"
      lead={
        mayEdit
          ? 'Changes appear on newly loaded pages within 30 seconds. Pages already open must be reloaded.'
          : 'Only owners can change settings'
      }
    >
      <UnsavedChangesGuard isDirty={isDirty} />
      <p className={`${width} text-[0.9375rem] text-ink-2`}>
        Support email, phone and hours are set under{' '}
        <Link to={{ search: '?d=departments&department=general' }}>Contact departments, General</Link>.
      </p>
      <AwaitingApprovalBadge rows="settings:1" className="justify-self-start" />
      <RemoteView
        view={view}
        {...getLoadErrorProps('Failed to fetch settings')}
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
                form={createSettingsForm}
                labels={settingLabels}
                name="Site settings"
                submit="Save settings"
                done="Settings saved."
                onSaved={() => {
                  refreshSettings()
                  refreshSiteSettings()
                }}
                onDirty={setDirty}
              >
                {(form) => <Fields form={form} stored={settings} />}
              </EditPanel>
            ) : (
              <Stored settings={settings} />
            )}
          </Panel>
        )}
      </RemoteView>
      <BannerForm className={width} />
      <SignInNetworks className={width} />
    </SectionPage>
  )
}

/** The stored settings, for those who may not change them. */
function Stored({ settings }: { settings: AdminSettings }) {
  return (
    <div className="p-[22px] max-sm:p-4">
      <DescriptionList items={settingNames.map((name) => [settingLabels[name], settings[name]])} />
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
        <TextField
          form={form}
          name="site_name"
          label={settingLabels.site_name}
          required
          {...getSettingFieldRules('site_name')}
        />
        <TextareaField
          form={form}
          name="site_description"
          label={settingLabels.site_description}
          rows={4}
          {...getSettingFieldRules('site_description')}
        />
        <TextareaField
          form={form}
          name="company_address"
          label={settingLabels.company_address}
          rows={2}
          {...getSettingFieldRules('company_address')}
        />
        <TextareaField
          form={form}
          name="payment_account"
          label={settingLabels.payment_account}
          hint="One item per line, for example “Beneficiary: …”, “Bank: …”, “IBAN …”, “BIC …”. Shown only to investors with an approved subscription, who can copy each item together with the payment reference and amount"
          rows={5}
          {...getSettingFieldRules('payment_account')}
        />
        <TextField
          form={form}
          name="four_eyes_amount"
          label={settingLabels.four_eyes_amount}
          hint="In USD. Transactions and portfolio changes above this amount require dual approval, individually or in total per administrator and investor within 24 hours"
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <TextField
          form={form}
          name="unverified_reservation"
          label={settingLabels.unverified_reservation}
          hint="In USD. The total an unverified investor can reserve across all series. Reservations expire after 14 days if no verification is submitted"
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <ColorField form={form} name="primary_color" />
          <ColorField form={form} name="secondary_color" />
        </div>
        <SelectField
          form={form}
          name="date_format"
          label={settingLabels.date_format}
          hint="Used on all pages. The example shows today's date"
          options={listDateFormatOptions(today)}
          required
        />
        <TextField
          form={form}
          name="screening_threshold"
          label={settingLabels.screening_threshold}
          hint="50 to 100. A lower value produces more false positives; a higher value may miss spelling variations"
          inputMode="numeric"
          required
        />
        <TextField
          form={form}
          name="verification_target_days"
          label={settingLabels.verification_target_days}
          hint="Business days to decide a submitted verification"
          inputMode="numeric"
          maxLength={2}
          required
        />
        <SecondApproval write={{ endpoint: adminSettings.update, isNeeded: needsSecond(values, stored) }} />
        <ReasonField form={form} name="reason" isHidden />
      </div>
      <ThemePreview values={values} date={formatDate(today, format)} />
    </div>
  )
}
