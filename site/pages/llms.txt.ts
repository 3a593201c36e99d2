import type { APIRoute } from 'astro'
import { brandName } from '#shared/brand'
import { listDocs, listLegal } from '#site/content/pages.ts'
import { getSeriesUrl, listSeries } from '#site/content/series.ts'

/** The site as one page of Markdown, for programs: https://llmstxt.org */
export const GET: APIRoute = async ({ site }) => {
  const list = (
    folder: string,
    pages: readonly { id: string; data: { title: string; description: string } }[],
  ) =>
    pages.map(
      ({ id, data }) => `- [${data.title}](${new URL(`/${folder}/${id}`, site)}): ${data.description}`,
    )
  return new Response(
    [
      `# ${brandName}`,
      '',
      '> Tokens backed by regulated mining and geological projects, for institutional and accredited investors. Capital is at risk. Target returns are objectives, not forecasts. The series listed today are illustrative and no securities are being offered; figures marked illustrative are not results.',
      '',
      '## Series, illustrative',
      '',
      `- [Series index](${new URL('/tokens', site)}): all series with category, district, stage, offering, unit value and backing`,
      ...(await listSeries()).map(
        ({ code, data: { symbol, name, summary } }) =>
          `- [${symbol}, ${name}](${new URL(getSeriesUrl(code), site)}): ${summary}`,
      ),
      '',
      '## Proof',
      '',
      `- [Proof](${new URL('/proof', site)}): units in issue against units in custody, signed daily snapshots of all registers, what they prove and how to verify them`,
      `- [Verify](${new URL('/proof/verify', site)}): verifies a saved proof or document in the browser; the page can be saved and used offline`,
      `- [Format](${new URL('/proof/format.md', site)}): byte-level specification, for building your own verifier`,
      '',
      '## Documentation',
      '',
      `- [Overview](${new URL('/docs', site)}): every page of the documentation, by group`,
      ...list('docs', await listDocs()),
      '',
      '## Legal',
      '',
      ...list('legal', await listLegal()),
      '',
      '## API',
      '',
      `- [OpenAPI description](${new URL('/api/v1/openapi.json', site)}): every public and signed-in endpoint, its parameters and responses`,
      `- [Reference](${new URL('/api/v1/reference', site)}): the same, to browse`,
      '',
    ].join('\n'),
  )
}
