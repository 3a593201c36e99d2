/** The site's name from the settings, which the navigation bar shows. */
const siteName = () => document.querySelector('[data-setting="site_name"]')?.textContent ?? 'Lodefield'

/** The title of the window for the current page. */
export function PageTitle({ of: title }: { of: string }) {
  return <title>{`${title} · ${siteName()}`}</title>
}
