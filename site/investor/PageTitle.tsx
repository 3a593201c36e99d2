/** The site's name as the settings give it, which the navigation bar shows. */
const siteName = () => document.querySelector('[data-setting="site_name"]')?.textContent ?? 'Lodefield'

/** The title of the window, for what is shown now. */
export function PageTitle({ of: title }: { of: string }) {
  return <title>{`${title} · ${siteName()}`}</title>
}
