import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { NotFound } from '#site/investor/NotFound.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { DataSection } from './data/DataSection.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { Security } from './Security.tsx'
import { Settings } from './Settings.tsx'

/** The sections of the settings by the last segment of their path; the profile has none. */
const sections: Partial<Record<string, ComponentType>> = {
  '': Settings,
  security: Security,
  notifications: NotificationSettings,
  appearance: AppearanceSettings,
  data: DataSection,
}

/** /access/settings and its sections. */
export function SettingsArea() {
  const { name = '' } = useParams()
  const Section = (Object.hasOwn(sections, name) && sections[name]) || NotFound
  return <Section />
}
