/**
 * Watches the connection of an open page. A strip says that the reader is offline or that the server does not respond,
 * until it does; what failed meanwhile is then loaded again. A file of the page that cannot be loaded, because the server
 * is away or a new version has replaced it, is brought back by loading the page again: browsers keep the failure of a
 * module until then. Loaded a few seconds after the page, since it weighs on no first view.
 */
import { API_BASE } from '#contract/call'
import { addButton, makeStrip } from './strip.ts'

/** Milliseconds between two questions to a server that does not respond; random, so that a restart is not met by all at once. */
const nextPause = () => 2_000 + Math.random() * 4_000
const TIMEOUT_MS = 5_000

/** The file for which the page was last loaded again: without it, a file that is gone for good would be a loop. */
const RELOADED_FOR = 'reloaded_for'

const { strip, paragraph } = makeStrip('div')
strip.setAttribute('role', 'status')
strip.dataset.connection = ''
// Above an announcement, which has its own strip.
strip.style.bottom = 'calc(var(--area-nav, 0px) + var(--announcement-room, 0px))'

function show(text: string) {
  if (paragraph.textContent !== text) paragraph.textContent = text
  if (!strip.isConnected) document.body.append(strip)
}

/** Fields that were typed in since the page was loaded. Forms marked with `data-draft` keep their text themselves. */
const typed = new Set<EventTarget>()
addEventListener('input', ({ target }) => target && typed.add(target), true)

const wouldLoseText = () =>
  [...typed].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.isConnected &&
      field.value !== '' &&
      !field.closest('[data-draft]'),
  )

function reloadPage() {
  if (!wouldLoseText()) return location.reload()
  if (!strip.querySelector('button')) addButton('Load again', strip, () => location.reload())
  show('Part of this page could not be loaded. Copy what you typed, then load the page again.')
}

const responds = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // A proxy responds in place of a server that is away.
    return (await fetch(`${API_BASE}/health`, { cache: 'no-store', signal })).status < 500
  } catch {
    return false
  }
}

/** Waits, but not longer than until the browser is online again. */
const pause = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, nextPause())
    addEventListener('online', resolve, { once: true })
  })

/** The message about a file that could not be loaded, which names it. */
let lostFile: string | undefined
let mayReload = false
let isChecking = false

/** Waits until the server responds, and brings back what was lost. */
async function check(): Promise<void> {
  if (isChecking) return
  isChecking = true
  let wasAway = false
  const since = new Date().toLocaleTimeString('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  while (!(await responds())) {
    wasAway = true
    show(
      navigator.onLine
        ? `The server has not responded since ${since}. This page updates as soon as it does.`
        : `You have been offline since ${since}. This page updates as soon as you are connected.`,
    )
    await pause()
  }
  isChecking = false
  if (lostFile !== undefined && (wasAway || mayReload)) {
    if (!wasAway) sessionStorage.setItem(RELOADED_FOR, lostFile)
    return reloadPage()
  }
  strip.remove()
  // What waits for the browser's connection waits for the server as well.
  if (wasAway) dispatchEvent(new Event('online'))
}

function readReloaded(): string | null | undefined {
  try {
    return sessionStorage.getItem(RELOADED_FOR)
  } catch {
    // Without storage there is no telling whether the page was loaded again before.
    return undefined
  }
}

const isAboutFile = ({ message }: Error) =>
  /dynamically imported module|importing a module|preload css/i.test(message)

function bringBack(error: unknown) {
  if (!(error instanceof Error) || !isAboutFile(error)) return
  const reloaded = readReloaded()
  lostFile = error.message
  mayReload = reloaded !== undefined && reloaded !== lostFile
  if (mayReload)
    // What is drawn in place of the part knows the error by this name, and shows this message.
    Object.assign(error, { name: 'LostPart', message: 'This part loads as soon as the server responds' })
  void check()
}

addEventListener('vite:preloadError', (event) => bringBack((event as Event & { payload: unknown }).payload))
addEventListener('astro:hydration-error', (event) => bringBack((event as CustomEvent).detail.error))
addEventListener('unreachable', () => void check())
addEventListener('offline', () => void check())
if (!navigator.onLine) void check()
