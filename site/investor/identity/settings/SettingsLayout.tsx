import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { $ownEmail } from '#core/query/identity/account-email'
import { getData } from '#core/query/remote'
import { Page } from '#site/investor/kit/Page.tsx'
import { type SettingsSection, settingsSections } from './settings-sections.ts'

interface SettingsPageProps {
  section: SettingsSection
  lead: string
  children: ReactNode
}

/** A settings section, with links to the others. Sections about emails say so if none are sent. */
export function SettingsLayout({ section, lead, children }: SettingsPageProps) {
  const sendsNone = getData(useStore($ownEmail))?.mail_configured === false
  const speaksOfMails = section !== 'Profile' && section !== 'Appearance'
  return (
    <Page
      title="User Settings"
      windowTitle={section === 'Profile' ? 'User Settings' : `${section} · User Settings`}
      above={
        <p className="mb-2 text-[0.875rem]">
          <Link to="/access/dashboard" className="text-accent-text underline decoration-1 underline-offset-4">
            Back to Dashboard
          </Link>
        </p>
      }
      lead={
        speaksOfMails ? (
          <>
            {lead} {/* Its space is reserved even before it is known whether it applies. */}
            <span className={sendsNone ? '' : 'invisible'} aria-hidden={!sendsNone}>
              This site does not send email yet; emails are queued until it does.
            </span>
          </>
        ) : (
          lead
        )
      }
    >
      <nav aria-label="Settings" className="mt-4">
        <ul className="flex flex-wrap gap-x-7 border-line-strong border-b max-sm:gap-x-3.5 max-sm:text-[0.875rem]">
          {settingsSections.map(({ path, label }) => (
            <li key={path} className="flex-none">
              <Link
                to={path}
                aria-current={label === section ? 'page' : undefined}
                className={`-mb-px block border-b-2 py-3 whitespace-nowrap no-underline -outline-offset-2 ${
                  label === section
                    ? 'border-primary font-medium text-ink'
                    : 'border-transparent text-ink-2 hover:border-line-strong hover:text-ink'
                }`}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  )
}
