/** Register snapshots in the panel. Each test supplies the list: the snapshots in the database are shared. */
import type { Page } from '@playwright/test'
import type { SnapshotFailure, SnapshotListItem } from '#contract/holdings/proof'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const made = (id: string, time = '00:05'): SnapshotListItem => ({
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
  snapshots: SnapshotListItem[]
  failures: SnapshotFailure[]
  /** The response to a manual snapshot: the snapshot, null while it is in progress, or why there is none. */
  command: SnapshotListItem | null | string
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
  await page.goto(adminUrl('?d=register'))
  return server
}

const list = (page: Page) => page.getByRole('region', { name: 'Snapshots', exact: true })
const lines = (page: Page) => list(page).locator('tbody').getByRole('row')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Take snapshot' })
const ask = (page: Page) => list(page).getByRole('button', { name: 'Take snapshot' }).click()
const confirm = (page: Page) => dialogOf(page).getByRole('button', { name: 'Take snapshot' }).click()

test('an administrator takes a snapshot of all registers, after the dialog has said what it does', async ({
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
  await expect(dialogOf(page)).toContainText('cannot be edited or deleted')
  await expect(dialogOf(page)).toContainText('Up to 24 manual snapshots')
  await expectAccessible(page, '[role="dialog"]')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  expect(server.commands, 'asked, not commanded').toBe(0)

  const next = made('2026-11-22.1', '09:00')
  server.command = next
  await ask(page)
  server.snapshots = [next, ...server.snapshots]
  await confirm(page)
  await expect(page.getByText('Snapshot 2026-11-22.1 published.')).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await expect(lines(page).nth(0)).toContainText('2026-11-22.1')
  expect(server.commands).toBe(1)
})

test('a large snapshot is followed until it is listed', { tag: '@full' }, async ({ page }) => {
  const server = await openSnapshots(page, { snapshots: [made('2026-11-22')] })
  await page.clock.install()
  await ask(page)
  await confirm(page)
  await expect(dialogOf(page)).toBeHidden()
  await expect(list(page).getByText('Taking the snapshot. This can take')).toBeVisible()
  await expect(list(page).getByRole('button', { name: 'Taking snapshot...' })).toBeDisabled()
  await page.clock.runFor(10_000)
  await expect(list(page).getByText('Taking the snapshot. This can take')).toBeVisible()
  server.snapshots = [made('2026-11-22.1', '09:00'), ...server.snapshots]
  await page.clock.runFor(4_000)
  await expect(lines(page).nth(0)).toContainText('2026-11-22.1')
  await expect(list(page).getByText('Taking the snapshot. This can take')).toBeHidden()
  await expect(list(page).getByRole('button', { name: 'Take snapshot' })).toBeEnabled()
})

test('a large snapshot that fails, or does not appear, ends the waiting with a message', {
  tag: '@full',
}, async ({ page }) => {
  const server = await openSnapshots(page, { snapshots: [made('2026-11-22')] })
  await page.clock.install()
  await ask(page)
  await confirm(page)
  await expect(list(page).getByText('Taking the snapshot. This can take')).toBeVisible()
  server.failures = [failed('2026-11-23', 'A server error occurred while taking the snapshot.')]
  await page.clock.runFor(4_000)
  await expect(list(page).getByRole('alert')).toHaveText('The snapshot failed. See the list for the reason.')
  await expect(lines(page).nth(0)).toContainText(/Failed.*A server error occurred while taking the snapshot/)
  await ask(page)
  await confirm(page)
  await expect(list(page).getByText('Taking the snapshot. This can take')).toBeVisible()
  for (let passed = 0; passed < 160_000; passed += 4_000) await page.clock.runFor(4_000)
  // A request for the list may have timed out in the meantime, as reported next to it.
  await expect(
    list(page).getByRole('alert').filter({ hasText: 'The snapshot is not listed yet.' }),
  ).toBeVisible()
})

test.describe('a snapshot that cannot be made', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is rejected with the published reason, which the list also shows', async ({ page }) => {
    const reason = 'The attestation of $GOLD expired on 2026-11-22.'
    const server = await openSnapshots(page, { command: `The snapshot failed. ${reason}` })
    await expect(list(page).getByText('No snapshots yet')).toBeVisible()
    await ask(page)
    server.failures = [failed('2026-11-23', reason)]
    await confirm(page)
    await expect(dialogOf(page).getByRole('alert')).toContainText(`The snapshot failed. ${reason}`)
    await expect(dialogOf(page).getByRole('button', { name: 'Take snapshot' })).toHaveCount(0)
    await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()
    await expect(lines(page)).toHaveText([/2026-11-23.*Failed.*The attestation of \$GOLD expired/])
  })
})
