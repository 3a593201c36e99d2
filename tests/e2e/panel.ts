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

/** Answers the question why a user is manually marked as verified or not. */
export async function enterReason(page: Page, action: 'Verify' | 'Remove verification' | 'Deactivate'): Promise<void> {
  const title = action === 'Verify' ? 'Verify manually' : 'Remove verification manually'
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Reason').fill('Known to the firm for years')
  await dialog.getByRole('button', { name: action, exact: true }).click()
}
