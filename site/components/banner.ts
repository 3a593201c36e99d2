/**
 * The announcement on all pages, such as of maintenance, with its times in the zone of the reader. It is a strip at the
 * foot of the window, for which the page keeps room, so that it covers nothing and nothing moves when it comes. It is
 * gone when its time is over. Dismissed, it stays away until there is another one.
 */
import type { Banner } from '#contract/banner'

/** Set here: a style sheet would be part of that of every page, announcement or not. Above the bar of the area on a phone. */
const FRAME = `position: fixed; inset: auto 0 var(--area-nav, 0px); z-index: 40; display: flex; flex-wrap: wrap;
  gap: 0 20px; align-items: center; padding: 6px max(16px, calc(50vw - 34rem)); border-top: 3px solid var(--warn);
  background: var(--surface); color: var(--ink); font-size: 0.875rem; line-height: 1.4; overflow-wrap: anywhere;
  box-shadow: 0 -1px 0 var(--line-strong)`
const TEXT = 'flex: 1 1 12rem'
const BUTTON = `min-height: 40px; margin-left: auto; padding: 0; flex: none; cursor: pointer; text-decoration: underline;
  text-underline-offset: 4px`

/** Height of the strip, which bars at the foot of the window stay above. */
const ROOM = '--announcement-room'

/** Keeps as much room at the end of the page as the strip has height; 0 gives it back. */
function keepRoom(height: number): void {
  const root = document.documentElement.style
  root.setProperty(ROOM, `${height}px`)
  root.scrollPaddingBottom = height > 0 ? `${height + 16}px` : ''
  document.body.style.paddingBottom = height > 0 ? `${height}px` : ''
}

const DISMISSED = 'dismissed_banner'
/** The longest wait of a timer in browsers. */
const TIMER_MAX = 2 ** 31 - 1

const read = (): string | null => {
  try {
    return localStorage.getItem(DISMISSED)
  } catch {
    return null
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, parent: Element) {
  const made = document.createElement(name)
  made.textContent = text
  parent.append(made)
  return made
}

function addTime(instant: string, parent: Element): void {
  const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  element('time', shown.format(new Date(instant)), parent).dateTime = instant
}

/** Shows an announcement, unless its time is over or it was dismissed. */
export function showBanner({ text, from, to }: Banner): void {
  const name = `${text} ${from} ${to}`
  const left = Date.parse(to) - Date.now()
  if (left <= 0 || read() === name) return
  const banner = document.createElement('aside')
  banner.style.cssText = FRAME
  banner.setAttribute('aria-label', 'Announcement')
  const paragraph = element('p', '', banner)
  paragraph.style.cssText = TEXT
  element('strong', text, paragraph)
  paragraph.append(' ')
  const times = element('span', '', paragraph)
  addTime(from, times)
  times.append(' to ')
  addTime(to, times)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  times.append(` (${zone})`)
  const button = element('button', 'Dismiss', banner)
  button.type = 'button'
  button.style.cssText = BUTTON
  const room = new ResizeObserver(() => keepRoom(Math.ceil(banner.getBoundingClientRect().height)))
  const remove = () => {
    room.disconnect()
    banner.remove()
    keepRoom(0)
  }
  button.addEventListener('click', () => {
    remove()
    try {
      localStorage.setItem(DISMISSED, name)
    } catch {}
  })
  document.querySelector('.skip-link')?.after(banner)
  room.observe(banner)
  setTimeout(remove, Math.min(left, TIMER_MAX))
}
