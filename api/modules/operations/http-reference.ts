import { API_BASE } from '#contract/call'
import { apiHeaders } from '#http/pipeline/responses'

/**
 * The reference generates its styles at run time, so they have no known hash; scripts are limited to files of this
 * site.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Settings of the viewer (`@scalar/api-reference`). Everything that calls its vendor or advertises the
 * vendor's services is off: the privacy policy promises that a visit calls no third party.
 */
const settings = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // It would store the choice in the browser, beside the site's own; the reference follows the device instead.
  hideDarkModeToggle: true,
}

const page = (script: string | undefined) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>API reference · Lodefield</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<noscript>The reference needs JavaScript. The same description as data: <a href="${API_BASE}/openapi.json">openapi.json</a></noscript>
${
  script === undefined
    ? `<p>The viewer is part of the built site, which is not here. The description as data: <a href="${API_BASE}/openapi.json">openapi.json</a></p>`
    : `<script id="api-reference" data-url="${API_BASE}/openapi.json" data-configuration='${JSON.stringify(settings)}'></script>
<script src="${script}"></script>`
}
</body>
</html>
`

/** The page of `GET /reference`; `script` is the URL of the viewer's script on this site, if it is built. */
export function referencePage(script: string | undefined, requestId: string): Response {
  return new Response(page(script), {
    headers: {
      ...apiHeaders(requestId),
      'Content-Security-Policy': POLICY,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  })
}
