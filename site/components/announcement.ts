/** Asks for the announcement on all pages. What shows it is loaded only when there is one; a failure shows none. */
import type { Banner } from '#contract/banner'
import { API_BASE } from '#contract/call'

async function fetchBanner(): Promise<void> {
  try {
    const response = await fetch(`${API_BASE}/banner`)
    const { banner } = (await response.json()) as { banner?: Banner | null }
    if (banner) (await import('./banner.ts')).showBanner(banner)
  } catch {}
}

void fetchBanner()
