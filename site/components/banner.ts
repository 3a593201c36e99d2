/**
 * The announcement on all pages, such as of maintenance, with its times in the zone of the reader. It is a strip at the
 * foot of the window, for which the page keeps room, so that it covers nothing and nothing moves when it comes. It is
 * gone when its time is over. Dismissed, it stays away until there is another one.
 */
import type { Banner } from '#contract/banner'
import { addButton, addElement, makeStrip } from './strip.ts'

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

function addTime(instant: string, parent: Element): void {
  const shown = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  addElement('time', shown.format(new Date(instant)), parent).dateTime = instant
}

/** Shows an announcement, unless its time is over or it was dismissed. */
export function showBanner({ text, from, to }: Banner): void {
  const name = `${text} ${from} ${to}`
  const left = Date.parse(to) - Date.now()
  if (left <= 0 || read() === name) return
  const { strip: banner, paragraph } = makeStrip('aside')
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
