/** The proof pages and the check of one's own units. Each test supplies snapshots signed with a separate key. */
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { expectNoShift, watchShifts } from '#e2e/layout-shifts'
import { createSeries, type MadeSeries } from '#e2e/series-fixtures'
import type { ProofFile } from '#shared/proof/check-inclusion-proof'
import { findingNames } from '#shared/proof/proof-report'
import type { PublishedKeyFile } from '#shared/proof/published-keys'
import { buildSignatureTrailer, getSignedBytes } from '#shared/proof/signed-file'
import { hashSnapshot, type Snapshot } from '#shared/proof/snapshot'
import { createValidProof, type ForgedProof, forgeries } from '#shared/proof/test-forgeries'
import { createMalformedFiles } from '#shared/proof/test-malformed-files'
import { createProof, createSigner, type ProofOptions } from '#shared/proof/test-proof'
import { sha256 } from '#shared/sha256'

/** Two consecutive snapshots with one key, and the holder's file for the second. */
async function makeChain(options: ProofOptions = {}) {
  const signer = await createSigner()
  const before = await createProof({ ...options, id: '2026-11-21', signer })
  const { file, auditHead } = await createProof({
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
  keys: Partial<PublishedKeyFile> = {},
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

/** Selects files, replacing everything selected or entered before. */
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
const HEAD = 'Audit log or register head'
const OWN = 'Compare with your own key, hash or head'

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
    await expect(page.getByText('2 snapshots and 1 day without a snapshot listed.')).toBeAttached()
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
      await expect(list).toHaveText(/Snapshots could not be loaded/)
      fails = false
      await list.getByRole('button', { name: 'Try again' }).click()
      await expect(list).toHaveText('No snapshots yet. The first will be taken at 00:05 UTC.')
    })
  })

  test('is in the bar, and links the feed, the format and the Python checker', async ({ page }) => {
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
    await expect(page.getByRole('heading', { name: 'Snapshot valid' })).toBeVisible()
    for (const name of ['Published key', 'Signature', 'Snapshot chain', 'Units in custody'])
      await expect(page.getByRole('row', { name: new RegExp(`^${name} ✓ Passed`) })).toBeVisible()
    await expect(page.getByText(file.snapshot.series[0]?.root ?? '')).toBeVisible()
    await expect(page.getByRole('link', { name: '2026-11-21' })).toHaveAttribute('href', '/proof/2026-11-21')
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
  })

  test.describe('for a day without one', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('says so', async ({ page }) => {
      const response = await page.goto('/proof/2020-01-01')
      expect(response?.status()).toBe(404)
      await expect(page.getByText('There is no snapshot at this address.')).toContainText(
        'the reason for any day without one',
      )
      await expectAccessible(page)
      for (const width of widths) await expectNoSidewaysScroll(page, width)
      await page.getByRole('link', { name: 'All snapshots' }).click()
      await expect(page).toHaveURL('/proof#snapshots')
    })
  })
})

test.describe('the page that verifies files', () => {
  test('shows each step of a valid proof, in light and dark, at every width', async ({ page }) => {
    const { before, file } = await makeChain()
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    await choose(page, asFile(file))
    await expect(page.getByRole('heading', { name: '19.750000 units of $GOLD included' })).toBeVisible()
    await expect(page.getByText('19.750000 units of $GOLD, included in the total')).toContainText(
      'Compare the amount and account number with a certificate of holding or statement as of that date',
    )
    for (const name of [
      'Published key',
      'Key validity',
      'Signature',
      'Published snapshot',
      'Snapshot chain',
      'Values',
      'Units in custody',
      'Holder',
    ])
      await expect(page.getByRole('row', { name: new RegExp(`^${name} ✓ Passed`) })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Holder/ })).toContainText('account A-000123')
    await expect(page.locator('.verdict .age')).toHaveText(
      /^Snapshot 2026-11-22, taken .+; latest snapshot\.$/,
    )
    await page.getByText('Part 1: 12.500000 units of $GOLD').click()
    const steps = page.locator('details[open] .steps tbody tr')
    await expect(steps).toHaveCount(11)
    await expect(steps.nth(1)).toContainText('7.250000 on the right')
    await expect(steps.last()).toContainText(`150.000000${file.snapshot.series[0]?.root}`)
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
  })

  test('rejects each forgery with the same reason as the other checkers, offline', async ({
    page,
    context,
  }, info) => {
    test.slow()
    const saved = info.outputPath('saved.html')
    writeFileSync(saved, await (await page.request.get('/proof/verify')).text())
    await context.setOffline(true)
    await page.goto(`file://${saved}`)
    await page.getByText(OWN).click()
    const check = async (name: string, { file, key, before }: ForgedProof) => {
      await choose(page, asFile(file, `${name}.json`), asFile(before, 'before.json'))
      await enter(page, 'Public key', key)
      return page.getByRole('article').filter({ hasText: `${name}.json` })
    }
    await expect(
      (await check('true', await createValidProof())).getByRole('heading', {
        name: '19.750000 units of $GOLD included',
      }),
    ).toBeVisible()
    for (const { name, forge, fails } of forgeries) {
      const report = await check(name, await forge())
      const [first] = fails
      const title = first === 'backing' ? 'Included, but backing is below 100%' : 'Proof not valid'
      await expect(report.getByRole('heading', { level: 2 }), name).toContainText(title)
      const verdict = report.locator('.verdict p:not(.age)')
      if (first !== 'backing') await expect(verdict, name).toHaveText(new RegExp(`^${findingNames[first]}: `))
      // Each failing check is named in a row, or is a leaf that is not counted.
      await expect(report.locator('tr[data-state="fails"], details[data-state="fails"]'), name).toHaveCount(
        fails.length,
      )
    }
  })

  test('rejects a proof that is signed with a separate key, or follows no published snapshot', async ({
    page,
  }) => {
    const { before, file, signer } = await makeChain()
    const forged = await createProof({ previous_hash: file.snapshot.previous_hash })
    const unchained = await createProof({ signer, previous_hash: 'c'.repeat(64) })
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    for (const [other, reason] of [
      [forged, /^Published key: The key does not match the published key/],
      [
        unchained,
        /^Published snapshot: The snapshot does not match the published snapshot: its hash is [0-9a-f]{64}/,
      ],
    ] as const) {
      await choose(page, asFile(other.file))
      await expect(page.locator('.verdict p:not(.age)')).toHaveText(reason)
    }
    await publish(page, file.key, [unchained.snapshot, before])
    await choose(page, asFile(unchained.file))
    await expect(page.locator('.verdict p:not(.age)')).toHaveText(
      /^Snapshot chain: It should reference 2026-11-21 \(hash .+\) as the previous snapshot, but references c{64}\.$/,
    )
  })

  test('rejects a proof for a day on which its key did not sign, and a list with a duplicate key', async ({
    page,
  }) => {
    const { before, file } = await makeChain()
    const earlier_keys = [{ public_key: file.key, valid_from: '2026-01-01', valid_until: '2026-11-21' }]
    await publish(page, (await createSigner()).key, [file.snapshot, before], [], { earlier_keys })
    await page.goto('/proof/verify')
    await choose(page, asFile(file))
    const verdict = page.locator('.verdict p:not(.age)')
    await expect(verdict).toHaveText(
      'Key validity: The key was not valid on 2026-11-22: it was valid from 2026-01-01 to 2026-11-21.',
    )
    await publish(page, file.key, [file.snapshot, before], [], { valid_from: null })
    await choose(page, asFile(file))
    await expect(verdict).toHaveText('Key validity: The key was not valid on 2026-11-22: it was never valid.')
    // A copy kept by someone shows whether the published list has changed.
    const kept = { algorithm: 'Ed25519', public_key: file.key, valid_from: '2026-11-22', earlier_keys: [] }
    await choose(page, asFile(kept))
    await expect(page.getByRole('heading', { name: 'Published keys' })).toBeVisible()
    const other = (await createSigner()).key
    // If two lists differ, neither is used, and the proof next to them says so too.
    await choose(page, asFile({ ...kept, public_key: other }, 'kept.json'))
    await add(page, asFile(file))
    const difference = `kept.json lists ${other}, and this site currently lists ${file.key}. Neither list was used.`
    const report = (name: string) =>
      page.getByRole('article').filter({ has: page.locator('.file').getByText(name, { exact: true }) })
    await expect(report('kept.json').locator('.verdict')).toContainText(`Key lists do not match${difference}`)
    await expect(
      report('proof.json').getByRole('row', { name: /^Published key – Not checked/ }),
    ).toContainText(`Not compared: ${difference}`)
    await expect(
      report('proof.json').getByRole('heading', { name: 'Signing key not verified' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Remove kept.json' }).click()
    await expect(page.getByRole('row', { name: /^Published key ✓ Passed/ })).toBeVisible()
    const twice = { public_key: file.key, valid_from: null, valid_until: null }
    await choose(
      page,
      asFile({ algorithm: 'Ed25519', public_key: file.key, valid_from: null, earlier_keys: [twice] }),
    )
    await expect(verdict).toHaveText('The key list contains a duplicate key. Error code: keys.')
  })

  test.describe('of a snapshot that is not published', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('rejects a proof', async ({ page }) => {
      const { before, file } = await makeChain()
      await publish(page, file.key, [before])
      await page.goto('/proof/verify')
      await choose(page, asFile(file))
      await expect(page.locator('.verdict p:not(.age)')).toHaveText(
        'Published snapshot: Snapshot 2026-11-22 is not published.',
      )
    })
  })

  test('says that a key or a hash is invalid, rather than that the proof is not valid', async ({ page }) => {
    const { before, file } = await makeChain()
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    await page.getByText(OWN).click()
    for (const [label, sentence] of [
      ['Public key', 'Not a valid key.'],
      [HASH, 'Enter a SHA-256 hash'],
      [HEAD, 'Not a valid head'],
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
    await expect(page.getByRole('heading', { name: 'Matches a selected file' })).toBeVisible()
    await enter(page, HASH, 'c'.repeat(64))
    await expect(page.getByRole('heading', { name: 'No selected file matches this SHA-256' })).toBeVisible()
  })

  test('compares a file, a hash and a head with the latest snapshot, which names documents', async ({
    page,
  }) => {
    const { before, file, auditHead } = await makeChain({ documents: [await hashOf('terms')] })
    await publish(page, file.key, [file.snapshot, before])
    await page.goto('/proof/verify')
    await page.getByText(OWN).click()
    const article = (name: string) => page.getByRole('article').filter({ hasText: name })
    // With no file selected yet.
    await enter(page, HASH, await hashOf('terms'))
    const named = 'Recorded in snapshot 2026-11-22 as a document of $GOLD.'
    await expect(article('The SHA-256 that you entered').locator('.verdict')).toContainText(
      `File recorded in a snapshot${named}`,
    )
    await enter(page, HEAD, 'e'.repeat(64))
    await expect(article('The head that you entered').locator('.verdict')).toContainText(
      'Choose the snapshot the head relates to, or a proof from that snapshot.',
    )
    await enter(page, HEAD, auditHead)
    await expect(article('The head that you entered')).toContainText('Head recorded in a snapshot')
    // Next to files, both keep their own result, which says nothing against a proof.
    await add(page, asFile(file), asFile('terms', 'terms.pdf'), asFile('changed', 'changed.pdf'))
    await enter(page, HASH, 'c'.repeat(64))
    await expect(article('The SHA-256 that you entered')).toContainText(
      'No selected file matches this SHA-256',
    )
    await expect(article('proof.json').locator('.verdict')).toContainText('19.750000 units of $GOLD included')
    await expect(article('terms.pdf').locator('.verdict')).toContainText(named)
    await expect(article('changed.pdf').locator('.verdict')).toContainText('Not a current document')
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
    // A file of the same name replaces the earlier one.
    await add(page, asFile('terms', 'changed.pdf'))
    await expect(article('changed.pdf').locator('.verdict')).toContainText(named)
    await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('changed.pdf selected again')
    await page.getByRole('button', { name: 'Remove changed.pdf' }).click()
    await expect(page.getByRole('button', { name: 'Remove terms.pdf' })).toBeFocused()
    await page.getByRole('button', { name: 'Start again' }).click()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByLabel(HASH)).toHaveValue('')
  })

  test('verifies the signature at the end of a certificate or a statement', async ({ page }) => {
    const signer = await createSigner()
    await publish(page, signer.key, [])
    const content = '%PDF-1.7 a certificate\nstartxref\n9\n%%EOF\n'
    const bytes = new TextEncoder().encode(content)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    const signature = await signer.signBytes(getSignedBytes(digest))
    const issued = `${content}${buildSignatureTrailer(signature, '9')}`
    await page.goto('/proof/verify')
    await choose(page, asFile(issued, 'certificate.pdf'))
    await expect(page.getByRole('heading', { name: 'Authentic and unaltered' })).toBeVisible()
    await choose(page, asFile(issued.replace('a certificate', 'A certificate'), 'certificate.pdf'))
    await expect(page.getByRole('heading', { name: 'Invalid signature' })).toBeVisible()
  })

  test('reports every hostile file as damaged, with the same reason as the other checkers', async ({
    page,
  }) => {
    const { file } = await createProof()
    await publish(page, file.key, [file.snapshot])
    await page.goto('/proof/verify')
    for (const { name, reason, bytes } of createMalformedFiles(file)) {
      const buffer = Buffer.from(bytes)
      await choose(page, { name: `${name}.json`, mimeType: 'application/json', buffer })
      const report = page.getByRole('article').filter({ hasText: `${name}.json` })
      if (reason) {
        await expect(report.getByRole('heading', { name: 'Invalid file format' }), name).toBeVisible()
        await expect(report, name).toContainText(`Error code: ${reason}.`)
      } else await expect(report.getByRole('row', { name: /^Signature ✓ Passed/ }), name).toBeVisible()
    }
  })

  test('works offline as a single saved file', async ({ page, context }, info) => {
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
    await expect(offline.getByRole('heading', { name: 'Signing key not verified' })).toBeVisible()
    await expect(
      offline.getByText('Recorded in snapshot 2026-11-22 as the attestation of $GOLD.'),
    ).toBeVisible()
    // The build had no origin: links of a saved page lead nowhere, and not to another site.
    await expect(offline.locator('a[href]')).toHaveAttribute('href', '#main')
    await expect(offline.getByRole('row', { name: /^Published key – Not checked/ })).toContainText(file.key)
    await expect(offline.getByRole('row', { name: /^Published snapshot – Not checked/ })).toContainText(
      'Not compared',
    )
    const keys = { algorithm: 'Ed25519', public_key: file.key, valid_from: '2026-11-22', earlier_keys: [] }
    // One after the other, the keys first.
    await choose(offline, asFile(keys, 'lodefield-proof.json'))
    await add(offline, asFile(file.snapshot, '2026-11-22.json'), asFile(before, '2026-11-21.json'))
    await add(offline, asFile(file))
    const report = offline.getByRole('article').filter({ hasText: 'proof.json' }).last()
    await expect(report.getByRole('heading', { name: '19.750000 units of $GOLD included' })).toBeVisible()
    for (const name of ['Published key', 'Key validity', 'Published snapshot', 'Snapshot chain'])
      await expect(report.getByRole('row', { name: new RegExp(`^${name} ✓ Passed`) })).toBeVisible()
    await expect(report.getByRole('row', { name: /^Published key/ })).toContainText(
      `The key ${file.key} is in the list provided.`,
    )
    await offline.getByText(OWN).click()
    const ofHead = offline.getByRole('article').filter({ hasText: 'The head that you entered' })
    for (const [text, found] of [
      [auditHead, 'matches the audit log in snapshot 2026-11-22.'],
      ['e'.repeat(64), `Snapshot 2026-11-22 does not contain the head ${'e'.repeat(64)}`],
    ] as const) {
      await enter(offline, HEAD, text)
      await expect(ofHead).toContainText(found)
    }
    // It says nothing against the proof.
    await expect(report.getByRole('heading', { name: '19.750000 units of $GOLD included' })).toBeVisible()
    await expect(report.getByRole('row', { name: /^Published snapshot/ })).toContainText(
      'Snapshot 2026-11-22 matches the one provided.',
    )
    // If two lists differ, one could vouch for anything.
    const others = { ...keys, public_key: (await createSigner()).key }
    await choose(offline, asFile(file), asFile(keys, 'lodefield-proof.json'), asFile(others, 'others.json'))
    await expect(offline.getByRole('heading', { name: 'Key lists do not match' })).toHaveCount(2)
    await expect(offline.getByRole('heading', { name: 'Signing key not verified' })).toBeVisible()
    // A file that fails its own signature vouches for nothing, and a copy of a proof does not show that it is
    // published.
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
    await expect(offline.getByRole('row', { name: /^Published snapshot – Not checked/ })).toHaveCount(2)

    await choose(offline, asFile(file))
    await enter(offline, 'Public key', (await createSigner()).key)
    await expect(offline.getByText(/^Published key: The key does not match the published key/)).toBeVisible()
    await enter(offline, 'Public key', file.key)
    // Open checks are in the title.
    await expect(
      offline.getByRole('heading', { name: '19.750000 units of $GOLD included; 2 checks not performed' }),
    ).toBeVisible()
    await expect(offline.locator('.verdict')).toContainText(
      'Not checked: Published snapshot, Snapshot chain.',
    )
    await choose(
      offline,
      asFile({ ...file, leaves: file.leaves.map((leaf) => ({ ...leaf, units: '1.000000' })) }),
    )
    await expect(offline.getByRole('heading', { name: 'Proof not valid' })).toBeVisible()
    expect(requests).toEqual([`file://${saved}`])
    expect(errors).toEqual([])
  })
})

const hashOf = (text: string): Promise<string> => sha256(new TextEncoder().encode(text))

/** Issues units on the day before these tests' snapshots. */
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
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    await issue(sql, user.id, series, '19.750000')
    return series
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Verify that my units are counted' })

  test('are recalculated in the browser, step by step, and saved as a file', async ({ page, sql }) => {
    const series = await openHolding(page, sql)
    const { file, snapshot, key } = await createProof({ symbol: series.symbol, id: soon })
    await publish(page, key, [snapshot])
    await page.route('**/api/v1/user/proof', (route) => route.fulfill({ json: file }))
    await page.goto(`/access/holdings/${series.code}`)
    await button(page).click()
    const panel = page.getByRole('region', { name: 'Proof of your units' })
    await expect(panel.getByRole('status')).toContainText('Your units are included')
    await expect(panel).toContainText(
      `The leaves total 19.750000 units of ${series.symbol}, matching your register entries.`,
    )
    await expect(panel).toContainText('Every leaf belongs to account A-000123.')
    await expect(panel).toContainText('latest snapshot')
    await panel.getByText('Part 1: 12.500000 units').click()
    await expect(panel.locator('details[open] tbody tr')).toHaveCount(11)
    await expect(panel.locator('details[open] tbody tr').last()).toContainText(snapshot.series[0]?.root ?? '')
    await expectAccessible(page)
    for (const width of widths) await expectNoSidewaysScroll(page, width)
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Save proof' }).click()
    expect((await download).suggestedFilename()).toBe(`lodefield-proof-${soon}.json`)
  })

  test('are not confirmed if the proof has fewer than the register, or is not signed', async ({
    page,
    sql,
  }) => {
    const series = await openHolding(page, sql)
    const { file: whole, snapshot, key } = await createProof({ symbol: series.symbol, id: soon })
    await publish(page, key, [snapshot])
    let file: ProofFile = { ...whole, leaves: whole.leaves.slice(0, 1) }
    await page.route('**/api/v1/user/proof', (route) => route.fulfill({ json: file }))
    await page.goto(`/access/holdings/${series.code}`)
    await button(page).click()
    const status = page.getByRole('region', { name: 'Proof of your units' }).getByRole('status')
    await expect(status).toContainText('Units do not match')
    file = { ...whole, snapshot: { ...snapshot, audit_head: 'e'.repeat(64) } }
    await page.getByRole('button', { name: 'Verify again' }).click()
    await expect(status).toContainText(`Signature: Snapshot ${soon} is not signed with this key.`)
  })

  test('allotted after the latest snapshot are announced for the next one', async ({ page, sql }) => {
    const series = await openHolding(page, sql)
    const { file, snapshot, key } = await createProof({ symbol: '$ANOTHER', id: '2026-01-05' })
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
          json: {
            code: 'not_found',
            error: 'No snapshot is available yet. The first snapshot is taken at 00:05 UTC.',
            request_id: '1',
          },
        }),
      )
      await page.goto(`/access/holdings/${series.code}`)
      await button(page).click()
      await expect(page.getByRole('region', { name: 'Proof of your units' }).getByRole('status')).toHaveText(
        'No snapshot is available yet. The first snapshot is taken at 00:05 UTC.',
      )
    })
  })
})
