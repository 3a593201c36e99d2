import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { NotFound } from '#site/investor/NotFound.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { DataSettings } from './data/DataSettings.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'

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
