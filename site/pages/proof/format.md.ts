import type { APIRoute } from 'astro'

const LINK = '[proof-example.json](proof-example.json)'

/** The format of the proof, for everybody who writes a checker: with the example, which is a file of its own in `docs`. */
export const GET: APIRoute = async () => {
  const [format, example] = await Promise.all(
    ['docs/proof-format.md', 'docs/proof-example.json'].map((path) => Bun.file(path).text()),
  )
  const text = (format ?? '').replace(LINK, 'The example file at the end of this page')
  return new Response(`${text.trimEnd()}\n\n## Example file\n\n\`\`\`json\n${example?.trimEnd()}\n\`\`\`\n`)
}
