import type { Locator, Page } from '@playwright/test'
import type { Interaction } from './recorder.ts'

/**
 * Ordinary interactions of an administrator with 50 of 1,000 rows on the screen, the default page size. `path` is the
 * panel's.
 */
export function listPanel(path: string): Interaction[] {
  const at =
    (query: string, find: (page: Page) => Locator) =>
    async (page: Page): Promise<Locator> => {
      await page.goto(`${path}${query}`)
      await find(page).first().waitFor()
      return find(page).first()
    }
  const section = (name: string) => (page: Page) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })
  const search = (page: Page) => page.getByRole('main').getByRole('searchbox')
  const users = '?d=users'
  const row = (page: Page) => page.getByRole('table').locator('tbody tr').nth(1)

  return [
    { name: 'go to the users', prepare: at('', section('Users')) },
    { name: 'go to the portfolios', prepare: at(users, section('Portfolios')) },
    { name: 'go to the tokens', prepare: at('', section('Tokens')) },
    { name: 'go to the notifications', prepare: at('', section('Notifications')) },
    { name: 'go to the audit log', prepare: at('', section('Audit log')) },
    { name: 'search 50 users', prepare: at(users, search), keys: 'calcite' },
    {
      name: 'filter 50 users',
      prepare: at(users, (page) =>
        page.getByRole('group', { name: 'Show users' }).getByText('Verified', { exact: true }),
      ),
    },
    {
      name: 'sort 50 users',
      prepare: at(users, (page) => page.getByRole('columnheader').getByRole('button')),
    },
    {
      name: 'turn the page of 50 users',
      prepare: at(users, (page) => page.getByRole('button', { name: 'Next' })),
    },
    {
      name: 'select one of 50 users',
      prepare: at(users, (page) => row(page).getByRole('checkbox')),
    },
    {
      name: 'select 50 users',
      prepare: at(users, (page) => page.getByRole('columnheader').getByRole('checkbox')),
    },
    {
      name: 'verify one of 50 users',
      prepare: at(users, (page) => row(page).getByRole('switch', { name: /: Verified$/ })),
    },
    {
      name: 'open the columns of 50 users',
      prepare: at(users, (page) => page.getByRole('button', { name: 'Columns' })),
    },
    {
      name: 'ask whether to delete one of 50 users',
      prepare: at(users, (page) => row(page).getByRole('button', { name: /^Delete/ })),
    },
    {
      name: 'close a dialog over 50 users',
      prepare: async (page) => {
        const button = at(users, (found) => row(found).getByRole('button', { name: /^Delete/ }))
        await (await button(page)).click()
        await page.getByRole('dialog').waitFor()
        return undefined
      },
      keys: 'Escape',
    },
    {
      name: 'search 50 portfolios',
      prepare: at('?d=portfolio', search),
      keys: 'calcite',
    },
    {
      name: 'look up an investor',
      prepare: at('?d=transactions', (page) => page.getByRole('combobox', { name: 'Investor' })),
      keys: 'calcite',
    },
    {
      name: 'open the form of a token',
      prepare: at('?d=tokens', (page) => page.getByRole('button', { name: 'Create token' })),
    },
    {
      name: 'write an announcement',
      prepare: at('?d=notifications', (page) => page.getByLabel('Title').first()),
      keys: 'abcdefgh',
    },
    {
      name: 'search the audit log',
      prepare: at('?d=audit-log', search),
      keys: 'user',
    },
    {
      name: 'type into the site settings',
      prepare: at('?d=settings', (page) => page.getByLabel('Site name')),
      keys: 'abcd',
    },
    {
      name: 'save the site settings',
      prepare: async (page) => {
        const field = await at('?d=settings', (found) => found.getByLabel('Site name'))(page)
        await field.fill(`Lodefield ${Date.now() % 1000}`)
        return page.getByRole('button', { name: 'Save settings' })
      },
    },
  ]
}
