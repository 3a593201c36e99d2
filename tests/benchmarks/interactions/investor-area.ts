import type { Locator, Page } from '@playwright/test'
import type { Interaction } from './recorder.ts'

/** Goes to a page of the area and returns an element of it, once its data is there. */
const at =
  (path: string, find: (page: Page) => Locator) =>
  async (page: Page): Promise<Locator> => {
    await page.goto(`/access/${path}`)
    await find(page).first().waitFor()
    return find(page).first()
  }

const main = (page: Page) => page.getByRole('main')
const header = (page: Page) => page.getByRole('banner')
const tab = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name })

const pickerButton = (page: Page) =>
  main(page).getByRole('button', { name: /^(Choose a token|Start Investing)$/ })

async function openPicker(page: Page): Promise<Locator> {
  await page.goto('/access/dashboard?tab=investments')
  await pickerButton(page).first().click()
  const dialog = page.getByRole('dialog', { name: 'Select Investment Token' })
  await dialog.waitFor()
  return dialog
}

const transactions = 'transactions?limit=100'

export const investorArea: Interaction[] = [
  { name: 'show My Investments', prepare: at('dashboard', tab('My Investments')) },
  { name: 'show Market Data', prepare: at('dashboard', tab('Market Data')) },
  { name: 'show Price Charts', prepare: at('dashboard', tab('Price Charts')) },
  { name: 'show Live Prices', prepare: at('dashboard', tab('Live Prices')) },
  { name: 'show Market Intelligence', prepare: at('dashboard', tab('Market Intelligence')) },
  {
    name: 'search the coins',
    prepare: at('dashboard?tab=market', (page) => page.getByPlaceholder('Search cryptocurrencies...')),
    keys: 'coin',
  },
  {
    name: 'sort the coins',
    prepare: at('dashboard?tab=market', (page) => page.getByLabel('Sort by')),
    isFocusOnly: true,
    keys: 'ArrowDown',
  },
  {
    name: 'choose a range of the chart',
    prepare: at('dashboard?tab=charts', (page) => page.getByRole('button', { name: '1Y', exact: true })),
  },
  {
    name: 'compare two prices',
    prepare: at('dashboard?tab=charts', (page) => page.getByLabel('Compare with')),
    isFocusOnly: true,
    keys: 'ArrowDown',
  },
  {
    name: 'open the notifications',
    prepare: at('dashboard', (page) => header(page).locator('summary[aria-label^="Notifications"]')),
  },
  {
    name: 'open the user menu',
    prepare: at('dashboard', (page) => page.locator('.nav-account .user-menu > summary')),
  },
  {
    name: 'open the list of tokens',
    prepare: at('dashboard?tab=investments', pickerButton),
  },
  {
    name: 'filter the list of tokens',
    prepare: async (page) => (await openPicker(page)).getByRole('button', { name: /^Industrial Minerals/ }),
  },
  {
    name: 'close the list of tokens',
    prepare: async (page) => {
      await openPicker(page)
      return undefined
    },
    keys: 'Escape',
  },
  {
    name: 'go to the transactions',
    prepare: at('dashboard', (page) => header(page).getByRole('link', { name: 'Transactions' })),
  },
  {
    name: 'search 100 transactions',
    prepare: at(transactions, (page) => page.getByRole('searchbox')),
    keys: 'transfer',
  },
  {
    name: 'filter 100 transactions by type',
    prepare: at(transactions, (page) => page.getByLabel('Transaction Type')),
    isFocusOnly: true,
    keys: 'ArrowDown',
  },
  {
    name: 'turn the page of 100 transactions',
    prepare: at(transactions, (page) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }),
    ),
  },
  {
    name: 'open the export of transactions',
    prepare: at('transactions', (page) => main(page).getByRole('button', { name: 'Export' })),
  },
  {
    name: 'search the documents',
    prepare: at('documents', (page) => page.getByRole('searchbox')),
    keys: 'audit',
  },
  {
    name: 'type into the profile',
    prepare: at('settings', (page) => page.getByLabel('First Name')),
    keys: 'abcd',
  },
  {
    name: 'save the profile',
    prepare: at('settings', (page) => main(page).locator('button[type="submit"]').first()),
  },
]
