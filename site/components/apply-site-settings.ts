/**
 * Replaces the defaults in the HTML with the site name, company address and contact details from the server. Any
 * failure silently keeps the defaults. The name is stored for the visit, so that a renamed site does not flash its
 * default name on every page.
 */

import type { SupportContact } from '#contract/desk/departments'
import type { Banner } from '#contract/platform/banner'
import type { SiteSettings } from '#contract/platform/site-settings'
import { API_BASE } from '#contract/request-url'
import { type ContactMethod, getContactUrl } from '#core/format/contact-url'

const nameKey = 'site_name'

async function read<T>(path: string): Promise<Partial<T>> {
  try {
    const response = await fetch(`${API_BASE}${path}`)
    return response.ok ? ((await response.json()) as Partial<T>) : {}
  } catch {
    return {}
  }
}

function fill(selector: string, text: string | undefined) {
  if (!text) return
  for (const element of document.querySelectorAll(selector)) element.textContent = text
}

function showName(name: string) {
  const element = document.querySelector<HTMLElement>('[data-setting="site_name"]')
  const before = element?.textContent ?? name
  if (before === name) return
  fill('[data-setting="site_name"]', name)
  document.title = document.title.replace(before, () => name)
}

function showContact(contact: Partial<SupportContact>) {
  for (const element of document.querySelectorAll<HTMLAnchorElement>('a[data-contact]')) {
    const kind = element.dataset.contact as ContactMethod
    const value = contact[kind]
    if (!value) continue
    element.href = getContactUrl(kind, value)
    if (!element.dataset.contactLabel) element.textContent = value
    element.closest('[hidden]')?.removeAttribute('hidden')
  }
  fill('[data-contact="support_hours"]', contact.support_hours)
}

const loadStrips = () => import('./banners.ts')

/** The announcement's code is loaded only if there is one. */
const announce = ({ banner }: { banner?: Banner | null }) =>
  banner && loadStrips().then((shown) => shown.renderBanner(banner))

async function fillFromServer() {
  try {
    const remembered = sessionStorage.getItem(nameKey)
    if (remembered) showName(remembered)
  } catch {}
  const [settings, contact] = await Promise.all([
    read<SiteSettings>('/settings'),
    read<SupportContact>('/support'),
  ])
  if (settings.site_name) {
    showName(settings.site_name)
    try {
      sessionStorage.setItem(nameKey, settings.site_name)
    } catch {}
  }
  fill('[data-setting="company_address"]', settings.company_address)
  showContact(contact)
}

fill('[data-current-year]', String(new Date().getFullYear()))
void fillFromServer()
void read<{ banner: Banner | null }>('/banner').then(announce)
// The connection monitor has nothing to do until something is loaded after the page.
setTimeout(loadStrips, 4_000)
