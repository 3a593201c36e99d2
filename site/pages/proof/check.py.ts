import type { APIRoute } from 'astro'

/** The checker in Python, for readers: the file that the tests run. */
export const GET: APIRoute = async () => new Response(await Bun.file('shared/proof/check.py').text())
