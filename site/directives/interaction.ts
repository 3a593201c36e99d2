import type { ClientDirective } from 'astro'

const firstSigns = ['pointerenter', 'focusin', 'touchstart', 'click'] as const

/**
 * Whether the browser handles a click here as the island would: follow a link, open details. A download is not
 * included: the browser would not report its failure.
 */
function isHandledByBrowser({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return true
  return target.closest('a[href]:not([download]), summary, input, select, textarea') !== null
}

function wantsHydrationNow(el: HTMLElement, storageKey: unknown): boolean {
  if (el.querySelector('[data-hydrate-now]')) return true
  try {
    return typeof storageKey === 'string' && localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

/**
 * `client:interaction`: hydrates at the first interaction with the island (pointer, focus, touch), so that a page
 * which is only read loads no framework. A click made before hydration is repeated after it. With a value, the name
 * of a local-storage entry whose presence hydrates at once.
 */
const interaction: ClientDirective = (load, options, el) => {
  let clicked: HTMLElement | undefined
  let started = false

  const rememberClick = (event: MouseEvent) => {
    if (isHandledByBrowser(event)) return
    event.preventDefault()
    event.stopPropagation()
    clicked =
      (event.target as Element).closest<HTMLElement>('button, [role="button"], a[download]') ?? undefined
  }

  const hydrateOnce = async () => {
    if (started) return
    started = true
    for (const sign of firstSigns) el.removeEventListener(sign, hydrateOnce, { capture: true })
    try {
      const hydrate = await load()
      await hydrate()
    } finally {
      // If the script could not be loaded, the browser handles the click natively.
      el.removeEventListener('click', rememberClick, { capture: true })
      if (clicked?.isConnected) clicked.click()
    }
  }

  el.addEventListener('click', rememberClick, { capture: true })
  for (const sign of firstSigns) el.addEventListener(sign, hydrateOnce, { capture: true, passive: true })
  if (wantsHydrationNow(el, options.value)) void hydrateOnce()
}

export default interaction
