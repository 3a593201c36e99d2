/** Of the panel: asks for the announcement on all pages, and watches the connection. What shows it is loaded only when there is one; a failure shows none. */
import type { Banner } from '#contract/banner'
import { API_BASE } from '#contract/call'

async function fetchBanner(): Promise<void> {
  try {
    const response = await fetch(`${API_BASE}/banner`)
    const { banner } = (await response.json()) as { banner?: Banner | null }
    if (banner) (await import('./strips.ts')).showBanner(banner)
  } catch {}
}

void fetchBanner()
// What watches the connection has nothing to do before something is loaded after the page.
setTimeout(() => import('./strips.ts'), 4_000)
