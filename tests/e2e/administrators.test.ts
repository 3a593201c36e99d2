/** Administrators and their roles: made by an owner, shown only what they may do, signed out by another choice of roles. */
import type { Browser, Page } from '@playwright/test'
import { signInAdmin } from './administrator.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, register, test } from './fixtures.ts'
import { panel } from './panel.ts'

const PASSWORD = 'Quartz-vein-42!'
const OWN_PASSWORD = 'Basalt-Ridge-8812'

// The session that an owner ends is answered with 401.
test.use({ expectedErrors: [/status of 401/] })

/** A browser of a second person, whose calls that were refused are counted. */
async function openBrowser(browser: Browser, page: Page) {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  const refused: string[] = []
  other.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  return { context, other, refused }
}

test('an owner adds an administrator, who sees what the role allows, and is signed out by another role', async ({
  page,
  browser,
}) => {
  const username = `officer-${crypto.randomUUID().slice(0, 8)}`
  const investor = await register(page)
  await signInAdmin(page)
  await page.goto(panel('?d=administrators'))
  await expect(page.getByRole('heading', { level: 1, name: 'Administrators' })).toBeVisible()
  await page.getByRole('button', { name: 'Add administrator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add administrator' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@lodefield.example`)
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  await dialog.getByRole('checkbox', { name: 'Compliance' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expect(page.getByText(`${username} was added.`)).toBeVisible()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: username }) })
  await expect(row.getByRole('list', { name: `Roles of ${username}` })).toHaveText('Compliance')
  await expect(row).toContainText('Never')
  await expectNoSidewaysScroll(page)

  const { context, other, refused } = await openBrowser(browser, page)
  await other.goto(panel('/login'))
  await other.getByLabel('Username').fill(username)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign In' }).click()
  // The owner knows this password.
  await expect(other.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await expectAccessible(other)
  await expectNoSidewaysScroll(other)
  await other.setViewportSize({ width: 1280, height: 900 })
  await other.reload()
  await other.getByLabel('Current Password').fill(PASSWORD)
  await other.getByLabel('New Password', { exact: true }).fill(OWN_PASSWORD)
  await other.getByLabel('Confirm Password').fill(OWN_PASSWORD)
  await other.getByRole('button', { name: 'Change Password' }).click()
  const sections = other.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Administrators' })).toHaveCount(0)

  // What nobody may do with this role is not offered: every section is opened, and no call is refused.
  const links = await sections
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    await other.goto(link ?? '')
    await expect(other.getByRole('heading', { level: 1 })).not.toHaveText('')
  }
  await other.goto(panel(`?d=users&search=${investor.email}`))
  const user = other.getByRole('row', { name: investor.email })
  await expect(user.getByRole('switch', { name: /Verified$/ })).toBeVisible()
  await expect(user.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await other.goto(panel(`?d=users&user=${investor.user.id}`))
  await other.getByRole('button', { name: 'End all sessions' }).click()
  const ending = other.getByRole('dialog', { name: 'End all sessions' })
  await expectAccessible(other)
  await ending.getByRole('button', { name: 'End all sessions' }).click()
  await expect(other.getByText('was signed out everywhere.')).toBeVisible()
  await expect(other.getByText('Not signed in anywhere')).toBeVisible()
  await other.goto(panel(`?d=transactions&user=${investor.user.id}`))
  await expect(other.getByText('No transactions found')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Add transaction' })).toHaveCount(0)
  await other.goto(panel('?d=administrators'))
  await expect(other.getByText('Your roles do not open this section')).toBeVisible()
  await expectAccessible(other)
  await other.goto(panel('/settings'))
  await expect(other.getByText('Your roles: Compliance.')).toBeVisible()
  expect(refused).toEqual([])

  // The person has changed the account since the list was read.
  await page.reload()
  await row.getByRole('button', { name: `Change roles of ${username}` }).click()
  const change = page.getByRole('dialog', { name: 'Change roles' })
  await change.getByRole('checkbox', { name: 'Compliance' }).uncheck()
  await change.getByRole('checkbox', { name: 'Support' }).check()
  await change.getByLabel('Reason').fill('Moves to the desk')
  await change.getByRole('button', { name: 'Change roles' }).click()
  await expect(page.getByText(`${username} is now Support, and was signed out.`)).toBeVisible()
  await expect(other).toHaveURL(panel('/login'))
  await expect(other.getByText('Session expired. Please sign in again.')).toBeVisible()
  await context.close()
})
