import { API_BASE } from '#contract/request-url'
import { getApiHeaders } from '#http/pipeline/responses'

/**
 * The viewer generates styles at run time, so they have no known hash; scripts are limited to files of this site.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Files of the built site that draw the reference, as paths. */
export interface ReferenceFiles {
  script: string
  styles: string
}

const page = (files: ReferenceFiles | undefined) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>API reference · Lodefield</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${files ? `<link rel="stylesheet" href="${files.styles}">\n<link rel="stylesheet" href="${API_BASE}/theme.css">` : ''}
</head>
<body>
<header class="site-bar"><a class="brand" href="/">Lodefield</a> <a href="/tokens">Tokens</a> <a href="/proof">Proof</a> <a href="/docs">Documentation</a> <a href="/docs/technical-documentation">Technical documentation</a></header>
<noscript>The API reference requires JavaScript. OpenAPI description: <a href="${API_BASE}/openapi.json">openapi.json</a></noscript>
${
  files
    ? `<main id="viewer"></main>\n<script src="${files.script}"></script>`
    : `<p>The reference viewer is unavailable because the site has not been built. OpenAPI description: <a href="${API_BASE}/openapi.json">openapi.json</a></p>`
}
</body>
</html>
`

/** The page of `GET /reference`; without the built site it has no viewer and links to the description. */
export function renderReferencePage(files: ReferenceFiles | undefined, requestId: string): Response {
  return new Response(page(files), {
    headers: {
      ...getApiHeaders(requestId),
      'Content-Security-Policy': POLICY,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  })
}
