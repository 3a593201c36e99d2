/** The site name from the settings, shown in the navigation bar. */
const siteName = () => document.querySelector('[data-setting="site_name"]')?.textContent ?? 'Lodefield'

/** The window title for the current page. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${siteName()}`}</title>
}
