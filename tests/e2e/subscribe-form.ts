/** The form of a subscription. */
import type { Page } from '@playwright/test'

/** A step of the form, by its title. */
export const getStep = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`: ${name}`) })
export const getAmountField = (page: Page) => page.getByLabel('Amount in US dollars')
export const getSubmitButton = (page: Page) => page.getByRole('button', { name: 'Submit subscription' })

/** Opens a document in its own tab, as a reader does, and closes that tab. */
export async function openDocument(page: Page, title: string) {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: `Open ${title}` }).click()
  await (await opening).close()
}
