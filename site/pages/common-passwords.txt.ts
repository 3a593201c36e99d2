import type { APIRoute } from 'astro'
import { loadCommonPasswordForms } from '#shared/common-passwords'

/** The compared forms of the common passwords, one a line: the meter beside a new password loads them. */
export const GET: APIRoute = () => new Response([...loadCommonPasswordForms()].sort().join('\n'))
