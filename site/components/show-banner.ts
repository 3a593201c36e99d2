/**
 * The site-wide announcement, such as for maintenance, with its times in the reader's zone. It is a banner at the
 * bottom of the window, for which the page reserves space, so that it covers nothing and nothing moves. It disappears
 * when its time is over. Once dismissed, it stays hidden until there is another one.
 */
import type { Banner } from '#contract/platform/banner'
import { addButton, addElement, createBanner } from './banner-element.ts'

/** Height of the banner, which bars at the bottom of the window stay above. */
const ROOM = '--announcement-room'

/** Reserves space for the banner's height at the end of the page; 0 releases it. */
function keepRoom(height: number): void {
  const root = document.documentElement.style
  root.setProperty(ROOM, `${height}px`)
  root.scrollPaddingBottom = height > 0 ? `${height + 16}px` : ''
  document.body.style.paddingBottom = height > 0 ? `${height}px` : ''
}

const DISMISSED = 'dismissed_banner'
/** The longest timer delay in browsers. */
const TIMER_MAX = 2 ** 31 - 1

const read = (): string | null => {
  try {
    return localStorage.getItem(DISMISSED)
  } catch {
    return null
  }
}

function addTime(instant: string, parent: Element): void {
  const shown = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  addElement('time', shown.format(new Date(instant)), parent).dateTime = instant
}

/** Shows an announcement unless its time is over or it was dismissed. */
export function renderBanner({ text, from, to }: Banner): void {
  const name = `${text} ${from} ${to}`
  const left = Date.parse(to) - Date.now()
  if (left <= 0 || read() === name) return
  const { strip: banner, paragraph } = createBanner('aside')
  banner.setAttribute('aria-label', 'Announcement')
  addElement('strong', text, paragraph)
  paragraph.append(' ')
  const times = addElement('span', '', paragraph)
  addTime(from, times)
  times.append(' to ')
  addTime(to, times)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  times.append(` (${zone})`)
  const room = new ResizeObserver(() => keepRoom(Math.ceil(banner.getBoundingClientRect().height)))
  const remove = () => {
    room.disconnect()
    banner.remove()
    keepRoom(0)
  }
  addButton('Dismiss', banner, () => {
    remove()
    try {
      localStorage.setItem(DISMISSED, name)
    } catch {}
  })
  document.querySelector('.skip-link')?.after(banner)
  room.observe(banner)
  setTimeout(remove, Math.min(left, TIMER_MAX))
}
