/** The path of the panel of the server under test, and its administrator. */
import type { Page } from '@playwright/test'

/**
 * The settings that `start-server.ts` passes to the server: a path segment and an account that only these tests have.
 */
export const ADMIN_PATH = 'panel-of-browser-tests-0123456789'
export const ADMIN_USERNAME = 'tester'
export const ADMIN_PASSWORD = 'Drill-core 91 deep'

/** A URL of the panel: `panel('?d=users')`. */
export const adminUrl = (rest = ''): string => `/${ADMIN_PATH}/admin${rest}`

const reasonDialogs = {
  Verify: 'Verify manually',
  'Remove verification': 'Remove verification manually',
  Deactivate: 'Deactivate investor',
} as const

/** Answers the question why a flag of a user is changed. */
export async function enterReason(page: Page, action: keyof typeof reasonDialogs): Promise<void> {
  const dialog = page.getByRole('dialog', { name: reasonDialogs[action] })
  await dialog.getByLabel('Reason').fill('Known to the firm for years')
  await dialog.getByRole('button', { name: action, exact: true }).click()
}
