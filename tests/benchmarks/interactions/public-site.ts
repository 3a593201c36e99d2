import type { Page } from '@playwright/test'
import type { Interaction } from './recorder.ts'

const phone = 390

/** Goes to a page of the site and returns an element of it. */
const at =
  (address: string, find: (page: Page) => ReturnType<Page['locator']>) =>
  async (page: Page): Promise<ReturnType<Page['locator']>> => {
    await page.goto(address)
    return find(page)
  }

const dialog = (page: Page) => page.locator('dialog[open]')

async function openSearch(page: Page, address = '/') {
  await page.goto(address)
  await page.keyboard.press('/')
  await dialog(page).getByRole('searchbox').waitFor()
}

async function openForm(page: Page, button: string) {
  await page.goto('/docs/help-support')
  await page.getByRole('button', { name: button }).click()
  await dialog(page).waitFor()
}

const help = '/docs/help-support'

export const publicSite: Interaction[] = [
  {
    name: 'open the Documentation menu',
    prepare: at('/', (page) => page.getByRole('navigation', { name: 'Main' }).getByText('Documentation')),
  },
  {
    name: 'open the menu on a phone',
    prepare: at('/', (page) => page.locator('.mobile-menu > summary')),
    width: phone,
  },
  { name: 'choose the dark theme', prepare: at('/', (page) => page.locator('footer').getByText('Dark')) },
  {
    name: 'open the search',
    prepare: at('/', (page) => page.getByRole('button', { name: 'Search this site' })),
  },
  {
    name: 'type in the search',
    prepare: async (page) => {
      await openSearch(page)
      return undefined
    },
    keys: 'resource',
  },
  {
    name: 'move through the results',
    prepare: async (page) => {
      await page.goto('/?q=custody')
      await dialog(page).locator('mark').first().waitFor()
      return undefined
    },
    keys: 'ArrowDown ArrowDown ArrowUp',
  },
  {
    name: 'close the search',
    prepare: async (page) => {
      await openSearch(page, '/docs/glossary')
      return undefined
    },
    keys: 'Escape',
  },
  {
    name: 'follow the table of contents',
    prepare: at('/docs/technical-documentation', (page) =>
      page.locator('.contents').getByRole('link', { name: 'Sessions' }),
    ),
  },
  {
    name: 'unfold all documents on a phone',
    prepare: at('/docs/glossary', (page) => page.locator('.rail summary')),
    width: phone,
  },
  {
    name: 'unfold the table of contents on a phone',
    prepare: at('/docs/technical-documentation', (page) => page.locator('.contents summary')),
    width: phone,
  },
  {
    name: 'copy a block of code',
    prepare: async (page) => {
      await page.goto('/docs/technical-documentation')
      // The button is added when a reader scrolls near it.
      await page.locator('.prose > pre').first().scrollIntoViewIfNeeded()
      return page.locator('.code-copy').first()
    },
  },
  {
    name: 'vote for a page',
    prepare: async (page) => {
      await page.goto('/docs/token-lifecycle')
      await page.locator('.page-votes').scrollIntoViewIfNeeded()
      return page.locator('.page-votes').getByText('Yes')
    },
  },
  {
    name: 'calculate a return',
    prepare: at('/docs/resource-center', (page) => page.locator('main input').first()),
    keys: '125000',
  },
  {
    name: 'search the questions',
    prepare: at(help, (page) => page.getByRole('searchbox', { name: 'Search questions' })),
    keys: 'token',
  },
  {
    name: 'filter the questions',
    prepare: at(help, (page) => page.getByRole('tab', { name: 'Security' })),
  },
  { name: 'open a question', prepare: at(help, (page) => page.locator('#faq-panel summary').first()) },
  {
    name: 'open the ticket form',
    prepare: at(help, (page) => page.getByRole('button', { name: 'Open a ticket' })),
  },
  {
    name: 'type into the ticket form',
    prepare: async (page) => {
      await openForm(page, 'Open a ticket')
      return dialog(page).getByLabel('Message')
    },
    keys: 'abcdefgh',
  },
  {
    name: 'submit the empty ticket form',
    prepare: async (page) => {
      await openForm(page, 'Open a ticket')
      return dialog(page).getByRole('button', { name: 'Submit ticket' })
    },
  },
  {
    name: 'close the call form',
    prepare: async (page) => {
      await openForm(page, 'Schedule a call')
      return undefined
    },
    keys: 'Escape',
  },
  {
    name: 'open the preview of a report',
    prepare: at('/docs/audit-reports', (page) => page.getByRole('button', { name: /^Preview/ }).first()),
  },
]
