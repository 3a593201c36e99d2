import { writeFile } from 'node:fs/promises'
import { type SignedInAdministrator, signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, retryLoading, signIn, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const unique = () => crypto.randomUUID().slice(0, 6).toUpperCase()

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#c90"/></svg>'

async function addToken(admin: SignedInAdministrator, symbol: string) {
  const { token } = await admin.call('POST', '/tokens', {
    symbol,
    name: `Ore ${symbol}`,
    category: 'Gemstones',
    location: 'A quarry',
    description: 'Made by a test.',
    icon: 'Gem',
    color: 'Pink',
  })
  return token
}

test('a new token, with a new category and its own icon, is hidden from investors until it is activated', async ({
  page,
  browser,
}, testInfo) => {
  const symbol = `$T${unique()}`
  const category = `Test metals ${symbol}`
  await signInAdmin(page)
  await page.goto(adminUrl('?d=tokens'))
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })

  // All fields are required.
  await dialog.getByRole('button', { name: 'Create token' }).click()
  for (const missing of ['Symbol', 'Name', 'Category', 'Location', 'Description', 'Icon']) {
    await expect(dialog.locator('.field-error', { hasText: `${missing} is required` })).toBeVisible()
  }
  await expect(dialog.getByLabel('Symbol')).toBeFocused()

  await dialog.getByLabel('Symbol').fill(symbol)
  await dialog.getByLabel('Name').fill('Copper of a test')
  await dialog.getByLabel('Location').fill('Somewhere deep')
  await dialog.getByLabel('Description').fill('A token for a test.')
  await dialog.getByRole('button', { name: 'New category' }).click()
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(dialog.getByText('Enter a category name')).toBeVisible()
  await dialog.getByLabel('New category').fill('gemstones')
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(dialog.getByText('This category already exists')).toBeVisible()
  await dialog.getByLabel('New category').fill(category)
  await dialog.getByLabel('New category').press('Enter')
  await expect(dialog.getByLabel('Category', { exact: true })).toHaveValue(category)

  // Concurrent tests may add to both lists.
  expect(await dialog.getByLabel('Category', { exact: true }).locator('option').allTextContents()).toEqual(
    expect.arrayContaining([
      'Precious Metals',
      'Rare Earth Elements',
      'Industrial Minerals',
      'Energy Minerals',
      'Gemstones',
      'Strategic Materials',
    ]),
  )
  const icons = await dialog.getByRole('group', { name: 'Icon' }).locator('label').allTextContents()
  expect(icons.slice(0, 11)).toEqual([
    'Award',
    'Gem',
    'Coins',
    'Zap',
    'MapPin',
    'Sparkles',
    'DollarSign',
    'TrendingUp',
    'Globe',
    'Shield',
    'Star',
  ])
  await expect(dialog.getByRole('group', { name: 'Color scheme' }).locator('label')).toHaveText([
    'Gold',
    'Silver',
    'Purple',
    'Green',
    'Orange',
    'Amber',
    'Emerald',
    'Indigo',
    'Gray',
    'Pink',
  ])
  await expect(dialog.getByText('PNG, JPEG or WebP up to 10 MB, or SVG up to 256 KB')).toBeVisible()
  await dialog.getByText('Emerald', { exact: true }).click()
  const input = dialog.locator('input[type="file"]')
  await input.setInputFiles({ name: 'icon.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(dialog.getByRole('alert').last()).toHaveText(
    'Only PNG, JPEG, SVG, and WebP images are allowed',
  )
  const large = testInfo.outputPath('large.png')
  await writeFile(large, Buffer.alloc(10 * 1024 * 1024 + 1))
  await input.setInputFiles(large)
  await expect(dialog.getByRole('alert').last()).toHaveText('File size too large. Maximum 10MB allowed')
  await input.setInputFiles({
    name: `${symbol.slice(1)}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(SVG),
  })
  await expect(dialog.getByRole('button', { name: /^Delete icon/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: `${symbol} has been created.` })).toBeVisible()
  const card = page.locator(`[data-symbol="${symbol}"]`)
  await expect(card).toContainText(category)
  await expect(card.locator('img')).toHaveJSProperty('complete', true)

  const investor = await (await browser.newContext()).newPage()
  await signIn(investor)
  await investor.goto('/access/dashboard?tab=investments')
  const open = investor.getByRole('button', { name: /Start Investing|Choose a token/ })
  await open.click()
  const picker = investor.getByRole('dialog', { name: 'Select Investment Token' })
  const offered = picker.getByRole('button', { name: `${symbol} Copper of a test` })
  await expect(picker.getByRole('button', { name: '$WITGOLD' })).toBeVisible()
  await expect(offered).toHaveCount(0)
  await expect(card.getByText('Inactive')).toBeVisible()
  await card.getByRole('button', { name: 'Activate' }).click()
  const question = page.getByRole('dialog', { name: 'Activate token' })
  await expect(question).toContainText(
    `${symbol} (Copper of a test) will become public, including its name, category, location`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByText('Inactive')).toBeVisible()
  await card.getByRole('button', { name: 'Activate' }).click()
  await question.getByRole('button', { name: 'Activate token' }).click()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await investor.reload()
  await open.click()
  await expect(offered).toBeVisible()
  await expect(offered.locator('img')).toHaveAttribute('src', /^\/documents\/uploads\/icons\//)

  await card.getByRole('button', { name: 'Deactivate' }).click()
  const hiding = page.getByRole('dialog', { name: 'Deactivate token' })
  await expect(hiding).toContainText(
    'will be hidden from investors and visitors. Investors keep their units.',
  )
  await hiding.getByRole('button', { name: 'Deactivate token' }).click()
  await expect(card.getByText('Inactive')).toBeVisible()
  await expect(card).toHaveAttribute('data-inactive', 'true')
  await expect(card.locator('.token-icon').locator('..'), 'it is dimmed').toHaveCSS('opacity', '0.5')
  await investor.reload()
  await open.click()
  await expect(picker.getByRole('button', { name: '$WITGOLD' })).toBeVisible()
  await expect(offered).toHaveCount(0)
  await investor.context().close()

  await card.getByRole('button', { name: 'Delete' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete token' })
  await expect(confirm).toContainText(`${symbol} (Copper of a test)`)
  await expect(confirm).toContainText('This action cannot be undone.')
  await confirm.getByRole('button', { name: 'Delete token' }).click()
  await expect(card).toHaveCount(0)
})

test.describe('while two administrators edit one token', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('both versions are shown, and one is selected', async ({ page }) => {
    const admin = await signInAdmin(page)
    const token = await addToken(admin, `$T${unique()}`)
    await page.goto(adminUrl('?d=tokens'))
    await page.getByRole('button', { name: `Edit ${token.symbol}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${token.symbol}` })
    await dialog.getByLabel('Name').fill('Mine')
    await admin.call('PUT', `/tokens/${token.id}`, { name: 'Theirs' })
    await dialog.getByRole('button', { name: 'Save token' }).click()
    const choice = page.getByRole('dialog', { name: 'Edited by someone else' })
    await expect(choice.getByRole('row', { name: 'Name Mine Theirs' })).toBeVisible()
    await choice.getByRole('button', { name: 'Save my version' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator(`[data-symbol="${token.symbol}"]`)).toContainText('Mine')
  })

  test('a symbol in use and a requested token are rejected with a message', async ({ page, sql }) => {
    const admin = await signInAdmin(page)
    const token = await addToken(admin, `$T${unique()}`)
    await page.goto(adminUrl('?d=tokens'))
    await page.getByRole('button', { name: `Edit ${token.symbol}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${token.symbol}` })
    await dialog.getByLabel('Symbol').fill('witgold')
    await dialog.getByRole('button', { name: 'Save token' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Failed to save token. A token with this symbol already exists (ignoring case and a leading $)',
    )
    await page.keyboard.press('Escape')

    const investor = await signIn(page)
    await sql`insert into portfolios (user_id, pending_investments, pending_since)
      values (${investor.user.id}, ${token.symbol}, now())`
    await page.goto(adminUrl('?d=tokens'))
    await page.getByRole('button', { name: `Delete ${token.symbol}` }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete token' })
    await confirm.getByRole('button', { name: 'Delete token' }).click()
    await expect(confirm.getByRole('alert')).toContainText(
      'Failed to delete token. 1 investment request is pending',
    )
  })
})

test.describe('without the list of tokens', () => {
  test.use({ expectedErrors: [/status of 50[02]/] })

  test('the built-in ten are shown with the Sample badge, and the default categories are offered', async ({
    page,
  }) => {
    await signInAdmin(page)
    for (const list of ['**/admin/tokens', '**/admin/tokens/categories']) {
      await page.route(list, (route) =>
        route.fulfill({ status: 500, json: { error: 'x', code: 'internal', request_id: 'x' } }),
      )
    }
    await page.goto(adminUrl('?d=tokens'))
    await expect(page.getByText('Failed to fetch tokens')).toBeVisible()
    await expect(page.getByText('Sample data')).toBeVisible()
    await expect(page.locator('[data-symbol] h2')).toHaveText([
      '$WITGOLD',
      '$GAClay',
      '$HALL',
      '$REECLAY',
      '$MONZ',
      '$BAST',
      '$BYNREE',
      '$MTPASS',
      '$BUSHVELD',
      '$MAGREE',
    ])
    await expect(page.getByLabel('Category').locator('option')).toHaveText([
      'All categories',
      'Precious Metals',
      'Rare Earth Elements',
      'Industrial Minerals',
      'Energy Minerals',
      'Gemstones',
      'Strategic Materials',
    ])
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await retryLoading(page, '**/admin/tokens')
    await expect(page.getByRole('button', { name: 'Edit $WITGOLD' })).toBeVisible()
  })

  test('an icon that cannot be stored or deleted shows an error', async ({ page }) => {
    await signInAdmin(page)
    await page.goto(adminUrl('?d=tokens'))
    await page.getByRole('button', { name: 'Create token' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create token' })
    const icon = { name: `${unique()}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) }
    await page.route('**/tokens/icons/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502 }),
    )
    await dialog.locator('input[type="file"]').setInputFiles(icon)
    await expect(dialog.getByText('Failed to upload icon')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await expect(dialog.getByRole('button', { name: 'Upload icon' })).toBeVisible()
    await expect(dialog.getByText('Failed to upload icon'), 'is forgotten with its dialog').toHaveCount(0)
    await page.unroute('**/tokens/icons/**')
    await dialog.locator('input[type="file"]').setInputFiles(icon)
    await expect(dialog.getByRole('button', { name: /^Delete icon/ })).toBeVisible()
    await page.route('**/tokens/icons/**', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 502 }) : route.fallback(),
    )
    await dialog.getByRole('button', { name: /^Delete icon/ }).click()
    const question = page.getByRole('dialog', { name: 'Delete icon' })
    await expect(question).toContainText('This action cannot be undone.')
    await question.getByRole('button', { name: 'Delete icon' }).click()
    await expect(question.getByText('Failed to delete icon')).toBeVisible()
  })

  test('a failed change of state shows an error', async ({ page }) => {
    const admin = await signInAdmin(page)
    const token = await addToken(admin, `$T${unique()}`)
    await page.route('**/admin/tokens/*/status', (route) =>
      route.fulfill({ status: 500, json: { error: 'x', code: 'internal', request_id: 'x' } }),
    )
    await page.goto(adminUrl('?d=tokens'))
    await page.getByRole('button', { name: `Deactivate ${token.symbol}` }).click()
    const question = page.getByRole('dialog', { name: 'Deactivate token' })
    await question.getByRole('button', { name: 'Deactivate token' }).click()
    await expect(question.getByText('Failed to update token status')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: `Deactivate ${token.symbol}` })).toBeVisible()
  })
})

test('search and filters are in the URL: Back restores them, and an empty result shows a message', async ({
  page,
}) => {
  const admin = await signInAdmin(page)
  const { symbol } = await addToken(admin, `$T${unique()}`)
  await page.goto(adminUrl('?d=tokens'))
  const search = page.getByRole('searchbox', { name: 'Search symbol, name or location' })
  const token = page.locator(`[data-symbol="${symbol}"]`)
  const gold = page.locator('[data-symbol="$WITGOLD"]')
  await expect(gold).toBeVisible()
  await search.fill(symbol)
  await expect(gold).toHaveCount(0)
  await expect(token).toBeVisible()
  await page.getByLabel('Status').selectOption('Inactive')
  await expect(page.getByText('No Tokens Found')).toBeVisible()
  await expect(page).toHaveURL(adminUrl(`?d=tokens&search=${encodeURIComponent(symbol)}&state=inactive`))

  await page.reload()
  await expect(page.getByText('No Tokens Found')).toBeVisible()
  await expect(search).toHaveValue(symbol)
  await page.goBack()
  await expect(token).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('all')
  await page.goBack()
  await expect(gold).toBeVisible()
  await expect(search).toHaveValue('')
  await page.goForward()
  await expect(gold).toHaveCount(0)
  await expect(token).toBeVisible()

  await page.goto(adminUrl('?d=tokens&category=Precious+Metals&search=no+such+token'))
  await expect(page.getByLabel('Category')).toHaveValue('Precious Metals')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(gold).toBeVisible()
  await expect(page).toHaveURL(adminUrl('?d=tokens'))
  await expect(page.getByRole('region', { name: 'Tokens', exact: true })).toBeFocused()
})

test('the catalog and its dialogs are accessible', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=tokens'))
  await expect(page.locator('[data-symbol="$WITGOLD"]')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create token' }).first().click()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Categories' }).click()
  await expect(page.getByRole('button', { name: 'Rename Gemstones' })).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expectNoSidewaysScroll(page)
})
