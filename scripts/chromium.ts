/**
 * The browser for browser tests: an installed one, otherwise one that can be installed, otherwise instructions to get
 * one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { getBunPath, runChild } from './run-child-process.ts'
import { CommandError, print, runStep } from './terminal-output.ts'

const usualPlaces = [
  // Only the engine, without the browser UI: it opens a page in a third of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const HOW =
  'Chromium was not found and could not be installed. Install it (on Debian or Ubuntu: apt-get install chromium) ' +
  'or set its path: PLAYWRIGHT_CHROMIUM=/path/to/chromium npm test'

/** Suitable programs, the best first. */
const candidates = (): string[] => [
  ...(process.env.PLAYWRIGHT_CHROMIUM ? [process.env.PLAYWRIGHT_CHROMIUM] : usualPlaces),
  ...(process.env.PLAYWRIGHT_CHROMIUM ? [] : [chromium.executablePath()]),
]

/** The first installed browser, without checking whether it runs. */
export const findChromium = (): string | undefined => candidates().find((path) => existsSync(path))

/** Some distributions have a program there that only prints what to install. */
const runs = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0

const findRunning = (): string | undefined => candidates().find(runs)

async function installWithApt(): Promise<void> {
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await runChild(['apt-get', 'update', '-qq'], quiet)
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await runChild(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name], quiet)
    if (findRunning()) return
  }
}

/** The browser to use. Installs one if possible; otherwise throws a line that explains how. */
export async function ensureChromium(): Promise<string> {
  const found = findRunning()
  if (found) return found
  if (process.env.PLAYWRIGHT_CHROMIUM) {
    throw new CommandError(
      `PLAYWRIGHT_CHROMIUM is set to ${process.env.PLAYWRIGHT_CHROMIUM}, which could not be run.`,
    )
  }
  print('Chromium is not installed')
  await runStep('Downloading Chromium', () =>
    runChild([getBunPath(), '--bun', 'run', 'playwright', 'install', 'chromium']),
  )
  const fetched = findRunning()
  if (fetched) return fetched
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall) await runStep('Installing Chromium with apt', installWithApt)
  const installed = findRunning()
  if (!installed) throw new CommandError(HOW)
  return installed
}

/** Flags for a browser in tests: no network calls of its own, and no sandbox as root, where it has none. */
export const getChromiumFlags = (): string[] => [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
