/** Sends uploads at their public URLs: public documents and token icons. */
import { getSecurityHeaders } from '#contract/security-headers'
import { createStaticFile, type StaticFile, sendFile } from '#http/static/static-file'
import { getIconFile, getPublicFile, UPLOADS_PATH } from './public-files.ts'

const isolated = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Content security policies of uploads. A page gets a separate origin, without scripts or anything fetched; a PDF is
 * shown by the browser's viewer, which a sandbox would block.
 */
const policies = {
  html: `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; ${isolated}`,
  pdf: `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; ${isolated}`,
  icon: `sandbox; default-src 'none'; ${isolated}`,
}

const mediaTypes = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' } as const

/** A file name in a header (RFC 6266): in ASCII for old clients, complete for the others. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // Characters that `encodeURIComponent` does not encode and RFC 8187 does not allow.
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${type}; filename="${plain}"; filename*=UTF-8''${whole}`
}

async function findDocument(name: string, origin: string): Promise<StaticFile | undefined> {
  const found = await getPublicFile(name)
  if (!found) return undefined
  const { row, body } = found
  return createStaticFile(body, {
    tag: `d${row.id}-${row.file_size}`,
    headers: {
      ...getSecurityHeaders(policies[row.file_type], origin),
      'Content-Type': mediaTypes[row.file_type],
      'Content-Disposition': contentDisposition('inline', row.original_name),
      // Always revalidated: a document that is no longer public disappears immediately.
      'Cache-Control': 'public, no-cache',
    },
  })
}

async function findIcon(name: string, origin: string): Promise<StaticFile | undefined> {
  const found = await getIconFile(name)
  if (!found) return undefined
  const { row, body } = found
  return createStaticFile(body, {
    tag: `i${row.id}-${row.file_size}`,
    headers: {
      ...getSecurityHeaders(policies.icon, origin),
      'Content-Type': row.content_type,
      'Cache-Control': 'public, max-age=86400, immutable',
    },
  })
}

/** A stored name, as made by `createStoredFilename`; other names never reach the database. */
const STORED_NAME = /^(icons\/)?([a-z0-9-]{1,240}\.(?:pdf|html|png|jpg|webp|svg))$/

/**
 * Responds to a GET or HEAD request for an upload, whose path begins with {@link UPLOADS_PATH}; undefined if there is
 * no public file. `origin` is the public origin of the site.
 */
export async function sendUpload(
  request: Request,
  path: string,
  origin: string,
): Promise<Response | undefined> {
  const match = STORED_NAME.exec(path.slice(UPLOADS_PATH.length))
  if (!match?.[2] || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
  const file = await (match[1] ? findIcon(match[2], origin) : findDocument(match[2], origin))
  return file && sendFile(request, file)
}
