/**
 * Fills the site's name, the company address and the contact details from the server over the
 * defaults in the HTML. Any failure silently keeps the defaults. The name is remembered for the
 * visit, so that a renamed site does not show its default name first on every page.
 */
import { API_BASE } from '#contract/call'
import type { SupportContact } from '#contract/departments'
import type { SiteSettings } from '#contract/site-settings'
import { addressOfContact, type ContactKind } from '#core/format/contact-address'

const nameKey = 'site_name'

async function read<T>(path: string): Promise<Partial<T>> {
  try {
    const answer = await fetch(`${API_BASE}${path}`)
    return answer.ok ? ((await answer.json()) as Partial<T>) : {}
  } catch {
    return {}
  }
}

function fill(selector: string, text: string | undefined) {
  if (!text) return
  for (const place of document.querySelectorAll(selector)) {
    if (place.textContent !== text) place.textContent = text
  }
}

function showName(name: string) {
  const place = document.querySelector<HTMLElement>('[data-setting="site_name"]')
  const before = place?.textContent ?? name
  if (before === name) return
  fill('[data-setting="site_name"]', name)
  document.title = document.title.replace(before, () => name)
}

function showContact(contact: Partial<SupportContact>) {
  for (const place of document.querySelectorAll<HTMLAnchorElement>('a[data-contact]')) {
    const kind = place.dataset.contact as ContactKind
    const value = contact[kind]
    if (!value) continue
    place.href = addressOfContact(kind, value)
    if (!place.dataset.contactLabel) place.textContent = value
    place.closest('[hidden]')?.removeAttribute('hidden')
  }
  fill('[data-contact="support_hours"]', contact.support_hours)
}

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
