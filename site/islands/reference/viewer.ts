/**
 * Starts the viewer of the API reference (`@scalar/api-reference`) in the theme that the reader chose for the site.
 * With `?calls=panel` it shows the panel's calls, which the signed-in administrator's session fetches.
 */
import { addressOf } from '#contract/call'
import { adminOperations, operations } from '#contract/operations'
import { callAdmin } from '#core/api/admin-api'
import { applyTheme, watchTheme } from '#core/browser/theme'

interface Viewer {
  updateConfiguration(settings: object): void
}
declare const Scalar: { createApiReference(element: HTMLElement, settings: object): Viewer }

/**
 * Everything that calls the viewer's vendor or advertises its services is off: the privacy policy promises that a
 * visit calls no third party.
 */
const settings = {
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // The reference follows the site's own choice of theme.
  hideDarkModeToggle: true,
  defaultOpenFirstTag: false,
  documentDownloadType: 'json',
  authentication: { preferredSecurityScheme: 'bearer' },
}

const isPanel = new URLSearchParams(location.search).get('calls') === 'panel'

/** Where the viewer finds the description. */
const readSource = async () =>
  isPanel
    ? { content: await (await callAdmin(adminOperations.openapi)).json() }
    : { url: addressOf(operations.openapi) }

const readMode = () => ({ forceDarkModeState: document.documentElement.dataset.theme })

async function start(element: HTMLElement): Promise<void> {
  applyTheme()
  try {
    const source = await readSource()
    const viewer = Scalar.createApiReference(element, { ...settings, ...source, ...readMode() })
    watchTheme(() => viewer.updateConfiguration({ ...settings, ...source, ...readMode() }))
  } catch {
    element.textContent = 'Only a signed-in administrator can open the description of the calls of the panel.'
  }
}

const element = document.getElementById('viewer')
if (element) start(element)
