/**
 * Monitors the connection of an open page. A banner says that the reader is offline or that the server does not
 * respond, until it does; whatever failed meanwhile is then reloaded. If a file of the page cannot be loaded, because
 * the server is away or a new version has replaced it, the page is reloaded, because browsers remember the failure of a
 * module until then. Loaded a few seconds after the page, so that it does not weigh on the first view.
 */
import { API_BASE } from '#contract/request-url'
import { addButton, createBanner } from './banner-element.ts'

/**
 * Milliseconds between two requests to a server that does not respond, randomized so that clients do not all hit a
 * restarted server at once.
 */
const nextPause = () => 2_000 + Math.random() * 4_000
const TIMEOUT_MS = 5_000

/** The file for which the page was last reloaded; without it, a permanently missing file would cause a loop. */
const RELOADED_FOR = 'reloaded_for'

const { strip, paragraph } = createBanner('div')
strip.setAttribute('role', 'status')
strip.dataset.connection = ''
// Above an announcement, which has its own banner.
strip.style.bottom = 'calc(var(--area-nav, 0px) + var(--announcement-room, 0px))'

function show(text: string) {
  if (paragraph.textContent !== text) paragraph.textContent = text
  if (!strip.isConnected) document.body.append(strip)
}

/** Fields edited since the page was loaded. Forms marked with `data-draft` keep their text themselves. */
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
  if (!strip.querySelector('button')) addButton('Reload', strip, () => location.reload())
  show('Part of this page could not be loaded. Copy what you typed, then reload the page.')
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

/** Waits, but no longer than until the browser is online again. */
const pause = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, nextPause())
    addEventListener('online', resolve, { once: true })
  })

/** The message about a file that could not be loaded, which names it. */
let lostFile: string | undefined
let mayReload = false
let isChecking = false

/** Waits until the server responds, and reloads what was lost. */
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
  // Callers waiting for the browser's connection also wait for the server.
  if (wasAway) dispatchEvent(new Event('online'))
}

function readReloaded(): string | null | undefined {
  try {
    return sessionStorage.getItem(RELOADED_FOR)
  } catch {
    // Without storage there is no way to tell whether the page was already reloaded.
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
    // The error fallback recognizes the error by this name, and shows this message.
    Object.assign(error, { name: 'LostPart', message: 'This part loads as soon as the server responds' })
  void check()
}

addEventListener('vite:preloadError', (event) => bringBack((event as Event & { payload: unknown }).payload))
addEventListener('astro:hydration-error', (event) => bringBack((event as CustomEvent).detail.error))
addEventListener('unreachable', () => void check())
addEventListener('offline', () => void check())
if (!navigator.onLine) void check()
