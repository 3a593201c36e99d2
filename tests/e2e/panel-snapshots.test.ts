/** Snapshots of the registers in the panel. The list is given by each test: those of the database are everybody's. */
import type { Page } from '@playwright/test'
import type { ListedSnapshot, SnapshotFailure } from '#contract/proof'
import { signInAdmin } from './administrator.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { panel } from './panel.ts'

const made = (id: string, time = '00:05'): ListedSnapshot => ({
  id,
  date: `${id.slice(0, 10)}T${time}:00.000Z`,
  hash: id.slice(-1).repeat(64),
})
const failed = (day: string, reason: string, is_final = false): SnapshotFailure => ({
  day,
  at: `${day}T00:05:00.000Z`,
  code: 'attestation',
  symbol: '$GOLD',
  reason,
  is_final,
})

interface Server {
  snapshots: ListedSnapshot[]
  failures: SnapshotFailure[]
  /** The response to the command: a snapshot, null while it is being made, or why there is none. */
  command: ListedSnapshot | null | string
  commands: number
}

/** Opens the register without a series, with a list that the test can change. */
async function openSnapshots(page: Page, given: Partial<Server>) {
  const server: Server = { snapshots: [], failures: [], command: null, commands: 0, ...given }
  await signInAdmin(page)
  await page.route('**/api/v1/proof', (route) => {
    const { snapshots, failures } = server
    return route.fulfill({ json: { snapshots, failures, has_earlier: false, public_key: 'a'.repeat(64) } })
  })
  await page.route('**/proof/snapshots', (route) => {
    server.commands += 1
    const { command } = server
    return typeof command === 'string'
      ? route.fulfill({ status: 409, json: { code: 'conflict', error: command, request_id: '1' } })
      : route.fulfill({ status: 201, json: { snapshot: command } })
  })
  await page.goto(panel('?d=register'))
  return server
}

const list = (page: Page) => page.getByRole('region', { name: 'Snapshots', exact: true })
const lines = (page: Page) => list(page).locator('tbody').getByRole('row')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Make a snapshot' })
const ask = (page: Page) => list(page).getByRole('button', { name: 'Make a snapshot' }).click()
const confirm = (page: Page) => dialogOf(page).getByRole('button', { name: 'Make snapshot' }).click()

test('an administrator makes a snapshot of all registers, after the dialog has said what it does', async ({
  page,
}) => {
  const server = await openSnapshots(page, {
    snapshots: [made('2026-11-22')],
    failures: [failed('2026-11-21', 'The attestation of $GOLD expired on 2026-11-20.', true)],
  })
  await expect(lines(page)).toHaveCount(2)
  await expect(lines(page).nth(0)).toContainText(/2026-11-22Published/)
  await expect(lines(page).nth(0)).toContainText('2'.repeat(64))
  await expect(lines(page).nth(0).getByRole('link')).toHaveAttribute('href', '/proof/2026-11-22')
  await expect(lines(page).nth(1)).toContainText(/2026-11-21Missing.*The attestation of \$GOLD expired/)
  await expectAccessible(page)
  for (const width of [390, 768, 1280]) await expectNoSidewaysScroll(page, width)

  await ask(page)
  await expect(dialogOf(page)).toContainText('can be neither changed nor removed')
  await expect(dialogOf(page)).toContainText('At most 24 a day')
  await expectAccessible(page, '[role="dialog"]')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  expect(server.commands, 'asked, not commanded').toBe(0)

  const next = made('2026-11-22.1', '09:00')
  server.command = next
  await ask(page)
  server.snapshots = [next, ...server.snapshots]
  await confirm(page)
  await expect(page.getByText('Snapshot 2026-11-22.1 is published.')).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await expect(lines(page).nth(0)).toContainText('2026-11-22.1')
  expect(server.commands).toBe(1)
})

test('a large snapshot is followed until it is listed', async ({ page }) => {
  const server = await openSnapshots(page, { snapshots: [made('2026-11-22')] })
  await page.clock.install()
  await ask(page)
  await confirm(page)
  await expect(dialogOf(page)).toBeHidden()
  await expect(list(page).getByText('The snapshot is being made.')).toBeVisible()
  await expect(list(page).getByRole('button', { name: 'Making the snapshot...' })).toBeDisabled()
  await page.clock.runFor(10_000)
  await expect(list(page).getByText('The snapshot is being made.')).toBeVisible()
  server.snapshots = [made('2026-11-22.1', '09:00'), ...server.snapshots]
  await page.clock.runFor(4_000)
  await expect(lines(page).nth(0)).toContainText('2026-11-22.1')
  await expect(list(page).getByText('The snapshot is being made.')).toBeHidden()
  await expect(list(page).getByRole('button', { name: 'Make a snapshot' })).toBeEnabled()
})

test('a large snapshot that fails, or does not appear, ends the waiting with a sentence', async ({
  page,
}) => {
  const server = await openSnapshots(page, { snapshots: [made('2026-11-22')] })
  await page.clock.install()
  await ask(page)
  await confirm(page)
  await expect(list(page).getByText('The snapshot is being made.')).toBeVisible()
  server.failures = [failed('2026-11-23', 'The server failed while it made the snapshot.')]
  await page.clock.runFor(4_000)
  await expect(list(page).getByRole('alert')).toHaveText('No snapshot was made. The list says why.')
  await expect(lines(page).nth(0)).toContainText(/Not made.*The server failed while it made the snapshot/)
  await ask(page)
  await confirm(page)
  await expect(list(page).getByText('The snapshot is being made.')).toBeVisible()
  for (let passed = 0; passed < 160_000; passed += 4_000) await page.clock.runFor(4_000)
  // A reading of the list may have run into its own time limit meanwhile, which says so beside it.
  await expect(
    list(page).getByRole('alert').filter({ hasText: 'The snapshot is not listed yet.' }),
  ).toBeVisible()
})

test.describe('a snapshot that cannot be made', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is refused with the published reason, which the list shows too', async ({ page }) => {
    const reason = 'The attestation of $GOLD expired on 2026-11-22.'
    const server = await openSnapshots(page, { command: `No snapshot was made. ${reason}` })
    await expect(list(page).getByText('No snapshot yet')).toBeVisible()
    await ask(page)
    server.failures = [failed('2026-11-23', reason)]
    await confirm(page)
    await expect(dialogOf(page).getByRole('alert')).toContainText(`No snapshot was made. ${reason}`)
    await expect(dialogOf(page).getByRole('button', { name: 'Make snapshot' })).toHaveCount(0)
    await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()
    await expect(lines(page)).toHaveText([/2026-11-23.*Not made.*The attestation of \$GOLD expired/])
  })
})
