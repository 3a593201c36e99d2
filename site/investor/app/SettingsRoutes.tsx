import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { AppearanceSettings } from '#site/investor/identity/settings/AppearanceSettings.tsx'
import { NotificationSettings } from '#site/investor/identity/settings/NotificationSettings.tsx'
import { ProfileSettings } from '#site/investor/identity/settings/ProfileSettings.tsx'
import { SecuritySettings } from '#site/investor/identity/settings/SecuritySettings.tsx'
import { NotFound } from '#site/investor/kit/NotFound.tsx'
import { DataSettings } from '#site/investor/people/data/DataSettings.tsx'

/** The settings sections by the last segment of their path; the profile has none. */
const sections: Partial<Record<string, ComponentType>> = {
  '': ProfileSettings,
  security: SecuritySettings,
  notifications: NotificationSettings,
  appearance: AppearanceSettings,
  data: DataSettings,
}

/** /access/settings and its sections. */
export function SettingsRoutes() {
  const { name = '' } = useParams()
  const Section = (Object.hasOwn(sections, name) && sections[name]) || NotFound
  return <Section />
}
