/** The pages of the proof and the check of one's own units. Snapshots are given by each test, signed with a key of its own. */
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import type { ProofFile } from '#shared/proof/check'
import type { KeyFile } from '#shared/proof/keys'
import { findingNames } from '#shared/proof/report'
import { fileTrailer, signedFileBytes } from '#shared/proof/signed-file'
import { hashSnapshot, type Snapshot } from '#shared/proof/snapshot'
import { type Forged, forgeries, makeTrue } from '#shared/proof/testing-forgeries'
import { makeHostileFiles } from '#shared/proof/testing-hostile'
import { makeProof, makeSigner, type ProofOptions } from '#shared/proof/testing-proof'
import { sha256 } from '#shared/sha256'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { expectNoShift, watchShifts } from './layout-shifts.ts'
import { type MadeSeries, makeSeries } from './series-rows.ts'

/** Two snapshots in a row of one key, and the holder's file of the second. */
async function makeChain(options: ProofOptions = {}) {
  const signer = await makeSigner()
  const before = await makeProof({ ...options, id: '2026-11-21', signer })
  const { file, auditHead } = await makeProof({
    ...options,
    signer,
    previous_hash: await hashSnapshot(before.snapshot),
  })
  return { before: before.snapshot, file, signer, auditHead }
}

/** Publishes a key and snapshots, newest first. */
async function publish(
  page: Page,
  key: string,
  snapshots: readonly Snapshot[],
  failures: readonly object[] = [],
  keys: Partial<KeyFile> = {},
): Promise<void> {
  const list = await Promise.all(
    snapshots.map(async (each) => ({ id: each.id, date: each.date, hash: await hashSnapshot(each) })),
  )
  await page.route('**/.well-known/lodefield-proof.json', (route) =>
    route.fulfill({
      json: { algorithm: 'Ed25519', public_key: key, valid_from: '2026-01-01', earlier_keys: [], ...keys },
    }),
  )
  await page.route('**/api/v1/proof*', (route) =>
    route.fulfill({ json: { snapshots: list, failures, has_earlier: false, public_key: key } }),
  )
  await page.route(
    ({ pathname }) => snapshots.some(({ id }) => pathname === `/proof/${id}`),
    // The server sends the page for its own snapshots only.
    async (route) =>
      route.fulfill({
        response: await route.fetch({ url: new URL('/proof/snapshot', route.request().url()).href }),
      }),
  )
  for (const [pattern, end] of [
    ['**/api/v1/proof/*', ''],
    ['**/proof/*.json', '.json'],
  ] as const)
    await page.route(pattern, (route) => {
      const snapshot = snapshots.find(({ id }) => route.request().url().endsWith(`/${id}${end}`))
      return snapshot ? route.fulfill({ json: snapshot }) : route.fulfill({ status: 404, json: {} })
    })
}

const asFile = (value: unknown, name = 'proof.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
})

const add = (page: Page, ...files: ReturnType<typeof asFile>[]) =>
  page.getByLabel('Choose files').setInputFiles(files)

/** Chooses files in the place of all that was chosen or entered before. */
async function choose(page: Page, ...files: ReturnType<typeof asFile>[]): Promise<void> {
  const again = page.getByRole('button', { name: 'Start again' })
  if (await again.isVisible()) await again.click()
  await add(page, ...files)
}

async function enter(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text)
  await page.getByLabel(label).press('Tab')
}
const HASH = 'SHA-256 of a file'
const HEAD = 'Head of the audit log or of a register'
const OWN = 'Compare with a key, a hash or a head of your own'

const widths = [390, 1280, 1440]

test.describe('the page of the proof', () => {
  test('lists snapshots and the days without one, with files and hashes, and fits at every width', async ({
    page,
  }) => {
    const { before, file } = await makeChain()
    await page.addInitScript(watchShifts)
    await publish(
      page,
      file.key,
      [file.snapshot, before],
      [
        {
          day: '2026-11-20',
          at: '2026-11-20T00:05:00.000Z',
          code: 'attestation',
          symbol: '$GOLD',
          reason: 'No attestation of $GOLD is in force.',
          is_final: true,
        },
      ],
    )
    await page.goto('/proof')
    const entries = page.locator('[data-snapshots] > li')
    await expect(entries).toHaveCount(3)
    await expect(entries.nth(0)).toContainText(await hashSnapshot(file.snapshot))
    await expect(entries.nth(0).getByRole('link', { name: '2026-11-22', exact: true })).toHaveAttribute(
      'href',
      '/proof/2026-11-22',
    )
    await expect(entries.nth(0).getByRole('link', { name: 'File of snapshot 2026-11-22' })).toHaveAttribute(
      'href',
      '/proof/2026-11-22.json',
    )
    await expect(entries.nth(2)).toHaveText('2026-11-20No snapshotNo attestation of $GOLD is in force.')
    await expect(page.locator('[data-public-key]')).toHaveText(file.key)
    await expect(page.getByText('2 snapshots and 1 day without one listed.')).toBeAttached()
    for (const command of ['python3 check.py', 'npm run proof:verify --'])
      await expect(page.getByText(command)).toHaveText(/ --snapshot 2026-11-22\.json$/)
    await expect(page.locator('[data-series="WITGOLD"] [data-figure="issued"]')).toHaveText(/^[\d,]+\.\d{6}$/)
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
    await expectNoShift(page)
  })

  test.describe('after a failure', () => {
    test.use({ expectedErrors: [/status of 500/] })

    test('says that there is none yet, and offers to try again after a failure', async ({ page }) => {
      await publish(page, 'a'.repeat(64), [])
      let fails = true
      await page.route('**/api/v1/proof', (route) =>
        fails ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      )
      await page.goto('/proof')
      const list = page.locator('[data-snapshots]')
      await expect(list).toHaveText(/The snapshots could not be loaded/)
      fails = false
      await list.getByRole('button', { name: 'Try again' }).click()
      await expect(list).toHaveText('There is no snapshot yet. The first one is made at 00:05 UTC.')
    })
  })

  test('is in the bar, and links the feed, the format and the checker in Python', async ({ page }) => {
    await page.goto('/tokens')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Proof' }).click()
    await expect(page).toHaveURL('/proof')
    for (const path of [
      '/proof/format.md',
      '/proof/check.py',
      '/proof/feed.xml',
      '/.well-known/lodefield-proof.json',
    ])
      expect((await page.request.get(path)).status(), path).toBe(200)
  })
})

test.describe('the page of a snapshot', () => {
  test('shows its values and checks signature, chain and backing', async ({ page }) => {
    const { before, file } = await makeChain()
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/2026-11-22')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Snapshot 2026-11-22')
    await expect(page.getByRole('heading', { name: 'The snapshot is in order' })).toBeVisible()
    for (const name of ['Published key', 'Signature', 'Chain of snapshots', 'Units held'])
      await expect(page.getByRole('row', { name: new RegExp(`^${name} ✓ Holds`) })).toBeVisible()
    await expect(page.getByText(file.snapshot.series[0]?.root ?? '')).toBeVisible()
    await expect(page.getByRole('link', { name: '2026-11-21' })).toHaveAttribute('href', '/proof/2026-11-21')
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
  })

  test.describe('of a day that has none', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('says so', async ({ page }) => {
      const response = await page.goto('/proof/2020-01-01')
      expect(response?.status()).toBe(404)
      await expect(page.getByText('There is no snapshot at this address.')).toContainText(
        'for each day since the first one that has none, it has the reason',
      )
      await expectAccessible(page)
      for (const width of widths) await expectNoSidewaysScroll(page, width)
      await page.getByRole('link', { name: 'All snapshots' }).click()
      await expect(page).toHaveURL('/proof#snapshots')
    })
  })
})

test.describe('the page that verifies files', () => {
  test('shows each step of a proof that holds, in light and dark, at every width', async ({ page }) => {
    const { before, file } = await makeChain()
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    await choose(page, asFile(file))
    await expect(page.getByRole('heading', { name: '19.750000 units of $GOLD are counted' })).toBeVisible()
    await expect(page.getByText('19.750000 units of $GOLD: part of the total')).toContainText(
      'Compare amount and number with a certificate of holding or a statement of that day',
    )
    for (const name of [
      'Published key',
      'Days of the key',
      'Signature',
      'Published snapshot',
      'Chain of snapshots',
      'Values',
      'Units held',
      'Holder',
    ])
      await expect(page.getByRole('row', { name: new RegExp(`^${name} ✓ Holds`) })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Holder/ })).toContainText('account A-000123')
    await expect(page.locator('.verdict .age')).toHaveText(
      /^Snapshot 2026-11-22, made .+; it is the latest\.$/,
    )
    await page.getByText('Part 1: 12.500000 units of $GOLD').click()
    const steps = page.locator('details[open] .steps tbody tr')
    await expect(steps).toHaveCount(11)
    await expect(steps.nth(1)).toContainText('7.250000 on the right')
    await expect(steps.last()).toContainText(`150.000000${file.snapshot.series[0]?.root}`)
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
  })

  test('refuses each forgery with the reason that the other checkers give, without a network', async ({
    page,
    context,
  }, info) => {
    test.slow()
    const saved = info.outputPath('saved.html')
    writeFileSync(saved, await (await page.request.get('/proof/verify')).text())
    await context.setOffline(true)
    await page.goto(`file://${saved}`)
    await page.getByText(OWN).click()
    const check = async (name: string, { file, key, before }: Forged) => {
      await choose(page, asFile(file, `${name}.json`), asFile(before, 'before.json'))
      await enter(page, 'Public key', key)
      return page.getByRole('article').filter({ hasText: `${name}.json` })
    }
    await expect(
      (await check('true', await makeTrue())).getByRole('heading', {
        name: '19.750000 units of $GOLD are counted',
      }),
    ).toBeVisible()
    for (const { name, forge, fails } of forgeries) {
      const report = await check(name, await forge())
      const [first] = fails
      const title = first === 'backing' ? 'Counted, but not all units are held' : 'The proof does not hold'
      await expect(report.getByRole('heading', { level: 2 }), name).toContainText(title)
      const verdict = report.locator('.verdict p:not(.age)')
      if (first !== 'backing') await expect(verdict, name).toHaveText(new RegExp(`^${findingNames[first]}: `))
      // Each check that fails is named in a row, or is a leaf that is not counted.
      await expect(report.locator('tr[data-state="fails"], details[data-state="fails"]'), name).toHaveCount(
        fails.length,
      )
    }
  })

  test('refuses a proof that is signed with a key of its own, or follows no published snapshot', async ({
    page,
  }) => {
    const { before, file, signer } = await makeChain()
    const forged = await makeProof({ previous_hash: file.snapshot.previous_hash })
    const unchained = await makeProof({ signer, previous_hash: 'c'.repeat(64) })
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    for (const [other, reason] of [
      [forged, /^Published key: The key is not the published one/],
      [unchained, /^Published snapshot: The snapshot is not the published one: its hash is [0-9a-f]{64}/],
    ] as const) {
      await choose(page, asFile(other.file))
      await expect(page.locator('.verdict p:not(.age)')).toHaveText(reason)
    }
    await publish(page, file.key, [unchained.snapshot, before])
    await choose(page, asFile(unchained.file))
    await expect(page.locator('.verdict p:not(.age)')).toHaveText(
      /^Chain of snapshots: It does not name 2026-11-21, .+, but c{64}\.$/,
    )
  })

  test('refuses a proof of a day on which its key did not sign, and a list with a key twice', async ({
    page,
  }) => {
    const { before, file } = await makeChain()
    const earlier_keys = [{ public_key: file.key, valid_from: '2026-01-01', valid_until: '2026-11-21' }]
    await publish(page, (await makeSigner()).key, [file.snapshot, before], [], { earlier_keys })
    await page.goto('/proof/verify')
    await choose(page, asFile(file))
    const verdict = page.locator('.verdict p:not(.age)')
    await expect(verdict).toHaveText(
      'Days of the key: The key did not sign snapshots on 2026-11-22: it signed those from 2026-01-01 to 2026-11-21.',
    )
    await publish(page, file.key, [file.snapshot, before], [], { valid_from: null })
    await choose(page, asFile(file))
    await expect(verdict).toHaveText(
      'Days of the key: The key did not sign snapshots on 2026-11-22: it signed none.',
    )
    // A copy that somebody kept shows whether the published list has changed.
    const kept = { algorithm: 'Ed25519', public_key: file.key, valid_from: '2026-11-22', earlier_keys: [] }
    await choose(page, asFile(kept))
    await expect(page.getByRole('heading', { name: 'The keys are published here' })).toBeVisible()
    const other = (await makeSigner()).key
    // Of two lists that differ none is used, and the proof beside them says so too.
    await choose(page, asFile({ ...kept, public_key: other }, 'kept.json'))
    await add(page, asFile(file))
    const difference = `kept.json lists ${other}, and this site, when it was asked now, ${file.key}. Neither list is used.`
    const report = (name: string) =>
      page.getByRole('article').filter({ has: page.locator('.file').getByText(name, { exact: true }) })
    await expect(report('kept.json').locator('.verdict')).toContainText(
      `Lists of keys that differ${difference}`,
    )
    await expect(report('proof.json').getByRole('row', { name: /^Published key – Open/ })).toContainText(
      `Not compared: ${difference}`,
    )
    await expect(
      report('proof.json').getByRole('heading', { name: 'Signed with a key that was not compared' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Remove kept.json' }).click()
    await expect(page.getByRole('row', { name: /^Published key ✓ Holds/ })).toBeVisible()
    const twice = { public_key: file.key, valid_from: null, valid_until: null }
    await choose(
      page,
      asFile({ algorithm: 'Ed25519', public_key: file.key, valid_from: null, earlier_keys: [twice] }),
    )
    await expect(verdict).toHaveText('A key stands twice in the list of keys. The reason is called ‘keys’.')
  })

  test.describe('of a snapshot that is not published', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('refuses a proof', async ({ page }) => {
      const { before, file } = await makeChain()
      await publish(page, file.key, [before])
      await page.goto('/proof/verify')
      await choose(page, asFile(file))
      await expect(page.locator('.verdict p:not(.age)')).toHaveText(
        'Published snapshot: No snapshot 2026-11-22 is published.',
      )
    })
  })

  test('says that a key or a hash is none, and not that the proof does not hold', async ({ page }) => {
    const { before, file } = await makeChain()
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    await page.getByText(OWN).click()
    for (const [label, sentence] of [
      ['Public key', 'This is no key.'],
      [HASH, 'This is no SHA-256'],
      [HEAD, 'This is no head'],
    ] as const) {
      await enter(page, label, `${file.key}0`)
      await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
      await add(page, asFile(file))
      await expect(page.getByRole('heading', { level: 2, name: 'Nothing was checked' })).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel(label).fill('')
    }
  })

  test('compares any other file with the published documents, and with a hash of the reader', async ({
    page,
  }) => {
    await page.goto('/proof/verify')
    await choose(page, asFile('abc', 'terms.pdf'))
    await expect(page.getByRole('heading', { name: 'Not a current document' })).toBeVisible()
    await expect(
      page.getByText('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', { exact: true }),
    ).toBeVisible()
    await page.getByText(OWN).click()
    await enter(page, HASH, await hashOf('abc'))
    await expect(page.getByRole('heading', { name: 'A chosen file has this SHA-256' })).toBeVisible()
    await enter(page, HASH, 'c'.repeat(64))
    await expect(page.getByRole('heading', { name: 'No chosen file has this SHA-256' })).toBeVisible()
  })

  test('compares a file, a hash and a head with the newest snapshot, which names documents', async ({
    page,
  }) => {
    const { before, file, auditHead } = await makeChain({ documents: [await hashOf('terms')] })
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    await page.getByText(OWN).click()
    const article = (name: string) => page.getByRole('article').filter({ hasText: name })
    // With no file chosen yet.
    await enter(page, HASH, await hashOf('terms'))
    const named = 'Named in snapshot 2026-11-22 as a document of $GOLD.'
    await expect(article('The SHA-256 that you entered').locator('.verdict')).toContainText(
      `A snapshot names the file${named}`,
    )
    await enter(page, HEAD, 'e'.repeat(64))
    await expect(article('The head that you entered').locator('.verdict')).toContainText(
      'Choose the snapshot that the head was given for, or a proof of it.',
    )
    await enter(page, HEAD, auditHead)
    await expect(article('The head that you entered')).toContainText('A snapshot names this head')
    // Beside files both keep a result of their own, which says nothing against a proof.
    await add(page, asFile(file), asFile('terms', 'terms.pdf'), asFile('changed', 'changed.pdf'))
    await enter(page, HASH, 'c'.repeat(64))
    await expect(article('The SHA-256 that you entered')).toContainText('No chosen file has this SHA-256')
    await expect(article('proof.json').locator('.verdict')).toContainText(
      '19.750000 units of $GOLD are counted',
    )
    await expect(article('terms.pdf').locator('.verdict')).toContainText(named)
    await expect(article('changed.pdf').locator('.verdict')).toContainText('Not a current document')
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
    // A file of the same name takes the place of the earlier one.
    await add(page, asFile('terms', 'changed.pdf'))
    await expect(article('changed.pdf').locator('.verdict')).toContainText(named)
    await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('changed.pdf chosen again')
    await page.getByRole('button', { name: 'Remove changed.pdf' }).click()
    await expect(page.getByRole('button', { name: 'Remove terms.pdf' })).toBeFocused()
    await page.getByRole('button', { name: 'Start again' }).click()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByLabel(HASH)).toHaveValue('')
  })

  test('checks the signature in which a certificate or a statement ends', async ({ page }) => {
    const signer = await makeSigner()
    await publish(page, signer.key, [])
    const content = '%PDF-1.7 a certificate\nstartxref\n9\n%%EOF\n'
    const bytes = new TextEncoder().encode(content)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    const signature = await signer.signBytes(signedFileBytes(digest))
    const issued = `${content}${fileTrailer(signature, '9')}`
    await page.goto('/proof/verify')
    await choose(page, asFile(issued, 'certificate.pdf'))
    await expect(page.getByRole('heading', { name: 'The file was issued and not changed' })).toBeVisible()
    await choose(page, asFile(issued.replace('a certificate', 'A certificate'), 'certificate.pdf'))
    await expect(page.getByRole('heading', { name: 'The signature of the file does not hold' })).toBeVisible()
  })

  test('says of every hostile file that it is damaged, with the reason of the other checkers', async ({
    page,
  }) => {
    const { file } = await makeProof()
    await publish(page, file.key, [file.snapshot])
    await page.goto('/proof/verify')
    for (const { name, reason, bytes } of makeHostileFiles(file)) {
      const buffer = Buffer.from(bytes)
      await choose(page, { name: `${name}.json`, mimeType: 'application/json', buffer })
      const report = page.getByRole('article').filter({ hasText: `${name}.json` })
      if (reason) {
        await expect(
          report.getByRole('heading', { name: 'The file is not as the format says' }),
          name,
        ).toBeVisible()
        await expect(report, name).toContainText(`The reason is called ‘${reason}’.`)
      } else await expect(report.getByRole('row', { name: /^Signature ✓ Holds/ }), name).toBeVisible()
    }
  })

  test('works as one saved file without a network', async ({ page, context }, info) => {
    const saved = info.outputPath('saved.html')
    writeFileSync(saved, await (await page.request.get('/proof/verify')).text())
    await context.setOffline(true)
    const offline = await context.newPage()
    const requests: string[] = []
    const errors: string[] = []
    offline.on('request', (request) => void requests.push(request.url()))
    offline.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    offline.on('pageerror', (error) => errors.push(error.message))
    await offline.goto(`file://${saved}`)
    const { before, file, auditHead } = await makeChain({ attestation: await hashOf('abc') })
    await choose(offline, asFile(file), asFile('abc', 'attestation.pdf'))
    await expect(
      offline.getByRole('heading', { name: 'Signed with a key that was not compared' }),
    ).toBeVisible()
    await expect(offline.getByText('Named in snapshot 2026-11-22 as the attestation of $GOLD.')).toBeVisible()
    // The build was told no origin: links of a saved page lead nowhere, and not to another site.
    await expect(offline.locator('a[href]')).toHaveAttribute('href', '#main')
    await expect(offline.getByRole('row', { name: /^Published key – Open/ })).toContainText(file.key)
    await expect(offline.getByRole('row', { name: /^Published snapshot – Open/ })).toContainText(
      'Not compared',
    )
    const keys = { algorithm: 'Ed25519', public_key: file.key, valid_from: '2026-11-22', earlier_keys: [] }
    // One after the other, the keys first.
    await choose(offline, asFile(keys, 'lodefield-proof.json'))
    await add(offline, asFile(file.snapshot, '2026-11-22.json'), asFile(before, '2026-11-21.json'))
    await add(offline, asFile(file))
    const report = offline.getByRole('article').filter({ hasText: 'proof.json' }).last()
    await expect(report.getByRole('heading', { name: '19.750000 units of $GOLD are counted' })).toBeVisible()
    for (const name of ['Published key', 'Days of the key', 'Published snapshot', 'Chain of snapshots'])
      await expect(report.getByRole('row', { name: new RegExp(`^${name} ✓ Holds`) })).toBeVisible()
    await expect(report.getByRole('row', { name: /^Published key/ })).toContainText(
      `The key, ${file.key}, is in the list that was given.`,
    )
    await offline.getByText(OWN).click()
    const ofHead = offline.getByRole('article').filter({ hasText: 'The head that you entered' })
    for (const [text, found] of [
      [auditHead, 'is that of the audit log in snapshot 2026-11-22.'],
      ['e'.repeat(64), `Snapshot 2026-11-22 does not name the head ${'e'.repeat(64)}`],
    ] as const) {
      await enter(offline, HEAD, text)
      await expect(ofHead).toContainText(found)
    }
    // It says nothing against the proof.
    await expect(report.getByRole('heading', { name: '19.750000 units of $GOLD are counted' })).toBeVisible()
    await expect(report.getByRole('row', { name: /^Published snapshot/ })).toContainText(
      'Snapshot 2026-11-22 is the one that was given.',
    )
    // Of two lists that differ, one would vouch for anything.
    const others = { ...keys, public_key: (await makeSigner()).key }
    await choose(offline, asFile(file), asFile(keys, 'lodefield-proof.json'), asFile(others, 'others.json'))
    await expect(offline.getByRole('heading', { name: 'Lists of keys that differ' })).toHaveCount(2)
    await expect(
      offline.getByRole('heading', { name: 'Signed with a key that was not compared' }),
    ).toBeVisible()
    // What fails its own signature vouches for nothing, and a copy of a proof does not show that it is published.
    const forged = structuredClone(file.snapshot)
    for (const series of forged.series) series.attestation_sha256 = await hashOf('changed')
    await choose(
      offline,
      asFile(keys, 'lodefield-proof.json'),
      asFile(forged, 'forged.json'),
      asFile('changed', 'changed.pdf'),
    )
    const changed = offline.getByRole('article').filter({ hasText: 'changed.pdf' })
    await expect(changed.getByRole('heading', { name: 'Nothing to compare with' })).toBeVisible()
    await choose(
      offline,
      asFile(keys, 'lodefield-proof.json'),
      asFile(file, 'one.json'),
      asFile(file, 'copy.json'),
    )
    await expect(offline.getByRole('row', { name: /^Published snapshot – Open/ })).toHaveCount(2)

    await choose(offline, asFile(file))
    await enter(offline, 'Public key', (await makeSigner()).key)
    await expect(offline.getByText(/^Published key: The key is not the published one/)).toBeVisible()
    await enter(offline, 'Public key', file.key)
    // What is open stands in the title.
    await expect(
      offline.getByRole('heading', { name: '19.750000 units of $GOLD are counted; 2 checks are open' }),
    ).toBeVisible()
    await expect(offline.locator('.verdict')).toContainText('Open: Published snapshot, Chain of snapshots.')
    await choose(
      offline,
      asFile({ ...file, leaves: file.leaves.map((leaf) => ({ ...leaf, units: '1.000000' })) }),
    )
    await expect(offline.getByRole('heading', { name: 'The proof does not hold' })).toBeVisible()
    expect(requests).toEqual([`file://${saved}`])
    expect(errors).toEqual([])
  })
})

const hashOf = (text: string): Promise<string> => sha256(new TextEncoder().encode(text))

/** Issues units on the day before the snapshots of these tests. */
async function issue(sql: Sql, user_id: number, { id }: MadeSeries, units: string): Promise<void> {
  await sql.begin(async (tx) => {
    const [movement] = await tx`
      insert into register_movements (token_id, type, reason) values (${id}, 'issue', 'Entered by a test') returning id`
    const row = { token_id: id, movement_id: movement?.id }
    await tx`insert into register_entries ${tx([
      { ...row, user_id: null, units: `-${units}`, cost: '-10.00' },
      { ...row, user_id, units, cost: '10.00' },
    ])}`
  })
}

test.describe("an investor's own units", () => {
  const soon = '2999-01-01'

  async function openHolding(page: Page, sql: Sql) {
    const series = await makeSeries(sql)
    const { user } = await signIn(page)
    await issue(sql, user.id, series, '19.750000')
    return series
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Verify that my units are counted' })

  test('are recomputed in the browser, step by step, and saved as a file', async ({ page, sql }) => {
    const series = await openHolding(page, sql)
    const { file, snapshot, key } = await makeProof({ symbol: series.symbol, id: soon })
    await publish(page, key, [snapshot])
    await page.route('**/api/v1/user/proof', (route) => route.fulfill({ json: file }))
    await page.goto(`/access/holdings/${series.code}`)
    await button(page).click()
    const panel = page.getByRole('region', { name: 'Proof of your units' })
    await expect(panel.getByRole('status')).toContainText('Your units are counted')
    await expect(panel).toContainText(
      `The leaves add up to 19.750000 units of ${series.symbol}, as your entries in the register do.`,
    )
    await expect(panel).toContainText('Every leaf was made for account A-000123.')
    await expect(panel).toContainText('it is the latest')
    await panel.getByText('Part 1: 12.500000 units').click()
    await expect(panel.locator('details[open] tbody tr')).toHaveCount(11)
    await expect(panel.locator('details[open] tbody tr').last()).toContainText(snapshot.series[0]?.root ?? '')
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Save the proof' }).click()
    expect((await download).suggestedFilename()).toBe(`lodefield-proof-${soon}.json`)
  })

  test('are not confirmed where the proof has fewer than the register, or is not signed', async ({
    page,
    sql,
  }) => {
    const series = await openHolding(page, sql)
    const { file: whole, snapshot, key } = await makeProof({ symbol: series.symbol, id: soon })
    await publish(page, key, [snapshot])
    let file: ProofFile = { ...whole, leaves: whole.leaves.slice(0, 1) }
    await page.route('**/api/v1/user/proof', (route) => route.fulfill({ json: file }))
    await page.goto(`/access/holdings/${series.code}`)
    await button(page).click()
    const status = page.getByRole('region', { name: 'Proof of your units' }).getByRole('status')
    await expect(status).toContainText('The units do not agree')
    file = { ...whole, snapshot: { ...snapshot, audit_head: 'e'.repeat(64) } }
    await page.getByRole('button', { name: 'Verify again' }).click()
    await expect(status).toContainText(`Signature: Snapshot ${soon} is not signed with this key.`)
  })

  test('allotted after the latest snapshot are calmly announced for the next one', async ({ page, sql }) => {
    const series = await openHolding(page, sql)
    const { file, snapshot, key } = await makeProof({ symbol: '$ANOTHER', id: '2026-01-05' })
    await publish(page, key, [snapshot])
    await page.route('**/api/v1/user/proof', (route) => route.fulfill({ json: file }))
    await page.goto(`/access/holdings/${series.code}`)
    await button(page).click()
    const status = page.getByRole('region', { name: 'Proof of your units' }).getByRole('status')
    await expect(status).toContainText(
      'Your units were recorded after the latest snapshot, of January 5, 2026.',
    )
    await expect(status.locator('.text-loss')).toHaveCount(0)
  })

  test.describe('without a snapshot', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('are not proven yet, and the page says why', async ({ page, sql }) => {
      const series = await openHolding(page, sql)
      await page.route('**/api/v1/user/proof', (route) =>
        route.fulfill({
          status: 404,
          json: { code: 'not_found', error: 'There is no snapshot yet.', request_id: '1' },
        }),
      )
      await page.goto(`/access/holdings/${series.code}`)
      await button(page).click()
      await expect(page.getByRole('region', { name: 'Proof of your units' }).getByRole('status')).toHaveText(
        'There is no snapshot yet.',
      )
    })
  })
})
