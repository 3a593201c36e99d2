/**
 * For the panel: fetches the site-wide announcement, and monitors the connection. The code that shows an announcement
 * is loaded only if there is one; on failure none is shown.
 */
import type { Banner } from '#contract/platform/banner'
import { API_BASE } from '#contract/request-url'

async function fetchBanner(): Promise<void> {
  try {
    const response = await fetch(`${API_BASE}/banner`)
    const { banner } = (await response.json()) as { banner?: Banner | null }
    if (banner) (await import('./banners.ts')).renderBanner(banner)
  } catch {}
}

void fetchBanner()
// The connection monitor has nothing to do until something is loaded after the page.
setTimeout(() => import('./banners.ts'), 4_000)
