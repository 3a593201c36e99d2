import type { APIRoute } from 'astro'

/** The format of the proof, for everybody who writes a checker. */
export const GET: APIRoute = async () => new Response(await Bun.file('docs/proof-format.md').text())
