import type { APIRoute } from 'astro'
import { readCommonForms } from '#shared/common-passwords'

/** The compared forms of the common passwords, one a line: the meter beside a new password loads them. */
export const GET: APIRoute = () => new Response([...readCommonForms()].sort().join('\n'))
