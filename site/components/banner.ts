/**
 * The announcement on all pages, such as of maintenance, with its times in the zone of the reader. It lies over the foot
 * of the page, so that nothing moves when it comes, and is gone when its time is over. Dismissed, it stays away until
 * there is another one.
 */
import type { Banner } from '#contract/banner'

/** Set here: a style sheet would be part of that of every page, announcement or not. Above the bar of the area on a phone. */
const FRAME = `position: fixed; inset: auto 12px calc(12px + var(--area-nav, 0px)); z-index: 40; display: flex;
  flex-wrap: wrap; gap: 4px 20px; align-items: center;
  justify-content: space-between; max-width: 44rem; margin-inline: auto; padding: 12px 16px;
  border: 1px solid var(--line-strong); border-left: 3px solid var(--warn); border-radius: 4px;
  background: var(--surface); color: var(--ink); font-size: 0.9375rem; line-height: 1.45; overflow-wrap: anywhere;
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.16)`
const TEXT = 'flex: 1 1 16rem'
const BUTTON = `min-height: 36px; margin-left: auto; padding: 0 8px; flex: none; cursor: pointer; text-decoration: underline;
  text-underline-offset: 4px`

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
  button.addEventListener('click', () => {
    banner.remove()
    try {
      localStorage.setItem(DISMISSED, name)
    } catch {}
  })
  document.querySelector('.skip-link')?.after(banner)
  setTimeout(() => banner.remove(), Math.min(left, TIMER_MAX))
}
