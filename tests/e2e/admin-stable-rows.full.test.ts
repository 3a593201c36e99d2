import type { Page } from '@playwright/test'
import { signInAdmin } from './administrator.ts'
import { expect, register, test } from './fixtures.ts'
import { adminUrl, enterReason } from './panel.ts'

const makeName = () => `Dolerite${crypto.randomUUID().slice(0, 8)}`

const middleOf = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name }).boundingBox()
  if (!box) throw new Error(`${name} is not on screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Two verified investors with pending requests, the first one's above. */
async function requestTwice(page: Page) {
  const last_name = makeName()
  const admin = await signInAdmin(page)
  for (const first_name of ['Ada', 'Bea']) {
    const { user } = await register(page, { first_name, last_name })
    await admin.call('POST', '/portfolio', { user_id: user.id, pending_investments: '$WITGOLD' })
    await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
  }
  await page.goto(adminUrl(`?d=token-pending&search=${last_name}`))
  return { admin, last_name }
}

test('two clicks at one position approve one request at most', async ({ page, sql }) => {
  const { last_name } = await requestTwice(page)
  const first = `Approve $WITGOLD for Ada ${last_name}`
  const { x, y } = await middleOf(page, first)
  await page.mouse.dblclick(x, y)
  const dialog = page.getByRole('dialog', { name: 'Approve request' })
  await expect(dialog).toContainText(`Ada ${last_name}`)
  await expect(dialog).toContainText('$WITGOLD')
  await expect(dialog).toContainText('Gold')
  const { portfolios } = await readPortfolios(sql, last_name)
  expect(portfolios, 'nothing is approved before the confirmation').toEqual(['$WITGOLD', '$WITGOLD'])

  await dialog.getByRole('button', { name: 'Approve request' }).click()
  await expect(page.getByText(`Approved $WITGOLD for Ada ${last_name}.`)).toBeVisible()
  expect((await readPortfolios(sql, last_name)).portfolios).toEqual(['none', '$WITGOLD'])
})

async function readPortfolios(sql: Parameters<Parameters<typeof test>[2]>[0]['sql'], last_name: string) {
  const rows = await sql`
    select p.pending_investments from portfolios p join users u on u.id = p.user_id
    where u.last_name = ${last_name} order by u.first_name`
  return { portfolios: rows.map(({ pending_investments }) => pending_investments) }
}

test('a request that another administrator decides keeps its position while the pointer rests on the list', async ({
  page,
}) => {
  const { admin, last_name } = await requestTwice(page)
  const second = `Approve $WITGOLD for Bea ${last_name}`
  const position = await middleOf(page, second)
  await page.mouse.move(position.x, position.y)
  const { requests } = await admin.call('GET', `/portfolio/pending-tokens?search=${last_name}`)
  await admin.call('PUT', `/portfolio/${requests[0].user_id}/pending-token`, { action: 'reject' })

  const row = page.getByRole('row', { name: `Ada ${last_name}` })
  await expect(row).toContainText('No longer pending')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await middleOf(page, second), 'the row under the pointer').toEqual(position)

  // With the pointer away from the rows, the list is updated.
  await page.mouse.move(2, 2)
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('button', { name: second })).toBeVisible()
})

test('a user who no longer matches the filter keeps the position and can be switched back', async ({
  page,
}) => {
  const last_name = makeName()
  await signInAdmin(page)
  for (const first_name of ['Ada', 'Bea']) await register(page, { first_name, last_name })
  await page.goto(adminUrl(`?d=users&filter=unverified&search=${last_name}&sort=first_name`))
  const flag = (name: string) => page.getByRole('switch', { name: `${name} ${last_name}: Verified` })
  await flag('Ada').click()
  await enterReason(page, 'Verify')
  await expect(flag('Ada')).toBeChecked()
  await expect(page.getByRole('row', { name: `Ada ${last_name}` })).toContainText('No longer in this list')
  await flag('Ada').click()
  await enterReason(page, 'Remove verification')
  await expect(flag('Ada')).not.toBeChecked()
  await expect(flag('Bea')).not.toBeChecked()
})

test('selecting a row moves no row', async ({ page }) => {
  const last_name = makeName()
  await signInAdmin(page)
  for (const first_name of ['Ada', 'Bea']) await register(page, { first_name, last_name })
  await page.goto(adminUrl(`?d=users&search=${last_name}&sort=first_name`))
  const boxes = page.getByRole('checkbox', { name: last_name })
  await expect(boxes).toHaveCount(2)
  const before = await boxes.first().boundingBox()
  await boxes.first().check()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await boxes.first().boundingBox()).toEqual(before)
})

test('rows of an earlier order stay visible and inactive until those of the new one are loaded', async ({
  page,
  sql,
}) => {
  const last_name = makeName()
  await signInAdmin(page)
  for (const first_name of ['Ada', 'Bea']) await register(page, { first_name, last_name })
  await page.goto(adminUrl(`?d=users&search=${last_name}&sort=first_name`))
  const flag = page.getByRole('switch', { name: `Ada ${last_name}: Verified` })
  await expect(flag).toBeVisible()

  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/users?*sort=-last_login_at*', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.getByRole('button', { name: 'Last sign-in' }).click()
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await flag.click()
  await page.getByRole('checkbox', { name: `Select Ada ${last_name}` }).click()
  release()
  await expect(table).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('checkbox', { name: last_name, checked: true })).toHaveCount(0)
  await expect(flag).not.toBeChecked()
  const [ada] = await sql`select is_verified from users where first_name = 'Ada' and last_name = ${last_name}`
  expect(ada?.is_verified).toBe(false)
})

test('a press on a drawn row counts while the rows below it are still being drawn', async ({ page, sql }) => {
  const last_name = makeName()
  await sql`
    insert into users (first_name, last_name, email, password_hash)
    select 'Ada', ${last_name} || lpad(n::text, 3, '0'), ${last_name} || n || '@example.com', 'none'
    from generate_series(1, 60) n`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=users&search=${last_name}&sort=last_name&limit=500`))
  await expect(page.getByRole('checkbox', { name: `Select Ada ${last_name}001` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Users' })).not.toHaveAttribute('aria-busy')
  // Pressed by the page itself, between two drawing steps.
  await page.evaluate((name) => {
    const table = document.querySelector('.list-table')
    new MutationObserver((_, observer) => {
      const box = table?.querySelector<HTMLInputElement>(`tbody tr:first-child [aria-label="${name}"]`)
      if (!box || table?.ariaBusy !== 'true') return
      observer.disconnect()
      document.body.dataset.pressed = 'true'
      box.click()
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  }, `Select Ada ${last_name}060`)
  await page.getByRole('button', { name: 'Investor', exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-pressed')
  await expect(page.getByRole('table', { name: 'Users' })).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('checkbox', { name: `Select Ada ${last_name}060` })).toBeChecked()
})
