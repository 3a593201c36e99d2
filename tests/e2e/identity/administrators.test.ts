/**
 * Administrators and their roles: created by an owner, shown only what they may do, signed out by a change of roles.
 */
import type { Browser, Page } from '@playwright/test'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, register, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const PASSWORD = 'Quartz-vein-42!'
const OWN_PASSWORD = 'Basalt-Ridge-8812'

// The session ended by an owner is answered with 401.
test.use({ expectedErrors: [/status of 401/] })

/** A second person's browser, whose rejected calls are counted. */
async function openBrowser(browser: Browser, page: Page) {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  const refused: string[] = []
  other.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  return { context, other, refused }
}

test('an owner adds an administrator, who sees what the role allows, and is signed out by a role change', async ({
  page,
  browser,
}) => {
  const username = `officer-${crypto.randomUUID().slice(0, 8)}`
  const investor = await register(page)
  await signInAdmin(page)
  await page.goto(adminUrl('?d=administrators'))
  await expect(page.getByRole('heading', { level: 1, name: 'Administrators' })).toBeVisible()
  await page.getByRole('button', { name: 'Add administrator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add administrator' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@lodefield.example`)
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  await dialog.getByRole('checkbox', { name: 'Compliance' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expect(page.getByText(`${username} has been added.`)).toBeVisible()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: username }) })
  await expect(row.getByRole('list', { name: `Roles for ${username}` })).toHaveText('Compliance')
  await expect(row).toContainText('Never')
  await expectNoSidewaysScroll(page)

  const { context, other, refused } = await openBrowser(browser, page)
  await other.goto(adminUrl('/login'))
  await other.getByLabel('Username').fill(username)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign In' }).click()
  // The owner knows this password.
  await expect(other.getByRole('heading', { level: 1, name: 'Set your password' })).toBeVisible()
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

  // Nothing forbidden for this role is offered: every section is opened, and no call is rejected.
  const links = await sections
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    await other.goto(link ?? '')
    await expect(other.getByRole('heading', { level: 1 })).not.toHaveText('')
  }
  await other.goto(adminUrl(`?d=users&search=${investor.email}`))
  const user = other.getByRole('row', { name: investor.email })
  await expect(user.getByRole('switch', { name: /Verified$/ })).toBeVisible()
  await expect(user.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await other.goto(adminUrl(`?d=users&user=${investor.user.id}`))
  await other.getByRole('button', { name: 'Sign out everywhere' }).click()
  const ending = other.getByRole('dialog', { name: 'Sign out everywhere' })
  await expectAccessible(other)
  await ending.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(other.getByText('has been signed out everywhere.')).toBeVisible()
  await expect(other.getByText('No active sessions')).toBeVisible()
  await other.goto(adminUrl(`?d=transactions&user=${investor.user.id}`))
  await expect(other.getByText('No transactions found')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Add transaction' })).toHaveCount(0)
  await other.goto(adminUrl('?d=administrators'))
  await expect(other.getByText('You do not have access to this section')).toBeVisible()
  await expectAccessible(other)
  await other.goto(adminUrl('/settings'))
  await expect(other.getByText('Your roles: Compliance.')).toBeVisible()
  expect(refused).toEqual([])

  // The person has changed the account since the list was loaded.
  await page.reload()
  await row.getByRole('button', { name: `Change roles for ${username}` }).click()
  const change = page.getByRole('dialog', { name: 'Change roles' })
  await change.getByRole('checkbox', { name: 'Compliance' }).uncheck()
  await change.getByRole('checkbox', { name: 'Support' }).check()
  await change.getByLabel('Reason').fill('Moves to the desk')
  await change.getByRole('button', { name: 'Change roles' }).click()
  await expect(
    page.getByText(`Roles for ${username} changed to Support. They have been signed out.`),
  ).toBeVisible()
  await expect(other).toHaveURL(adminUrl('/login'))
  await expect(other.getByText('Session expired. Please sign in again.')).toBeVisible()
  await context.close()
})
