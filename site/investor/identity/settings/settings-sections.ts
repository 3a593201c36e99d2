/** The settings sections, each with its own URL. */
export const settingsSections = [
  { path: '/access/settings', label: 'Profile' },
  { path: '/access/settings/security', label: 'Security' },
  { path: '/access/settings/notifications', label: 'Notifications' },
  { path: '/access/settings/appearance', label: 'Appearance' },
  { path: '/access/settings/data', label: 'Data' },
] as const

export type SettingsSection = (typeof settingsSections)[number]['label']
