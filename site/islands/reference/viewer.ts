/**
 * Starts the API reference viewer (`@scalar/api-reference`) in the theme that the reader chose for the site. With
 * `?calls=panel` it shows the panel's calls, which are fetched with the signed-in administrator's session.
 */

import { adminOperations, operations } from '#contract/operations/operations'
import { buildUrl } from '#contract/request-url'
import { callAdminApi } from '#core/api/admin-api'
import { applyTheme, subscribeToTheme } from '#core/browser/theme'

interface Viewer {
  updateConfiguration(settings: object): void
}
declare const Scalar: { createApiReference(element: HTMLElement, settings: object): Viewer }

/**
 * Everything that calls the viewer's vendor or advertises its services is off: the privacy policy promises that a visit
 * calls no third party.
 */
const settings = {
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // The reference follows the site's own theme setting.
  hideDarkModeToggle: true,
  defaultOpenFirstTag: false,
  documentDownloadType: 'json',
  authentication: { preferredSecurityScheme: 'bearer' },
}

const isPanel = new URLSearchParams(location.search).get('calls') === 'panel'

/** URL of the API description. */
const readSource = async () =>
  isPanel
    ? { content: await (await callAdminApi(adminOperations.openapi)).json() }
    : { url: buildUrl(operations.openapi) }

const readMode = () => ({ forceDarkModeState: document.documentElement.dataset.theme })

async function start(element: HTMLElement): Promise<void> {
  applyTheme()
  try {
    const source = await readSource()
    const viewer = Scalar.createApiReference(element, { ...settings, ...source, ...readMode() })
    subscribeToTheme(() => viewer.updateConfiguration({ ...settings, ...source, ...readMode() }))
  } catch {
    element.textContent = 'Sign in as an administrator to view the admin API reference.'
  }
}

const element = document.getElementById('viewer')
if (element) start(element)
