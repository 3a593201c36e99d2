import type { APIRoute } from 'astro'
import { renderOpenGraphImage } from '#build/open-graph'
import { listDocs, listLegal } from '#site/content/pages.ts'
import { listSeries } from '#site/content/series.ts'
import { readSingle } from '#site/content/single.ts'

interface Picture {
  title: string
  kicker: string
  description: string
}

const seriesPicture = {
  title: 'Series index',
  kicker: 'Tokens · Illustrative',
  description: 'Every series with its ground, its units and its documents, on one sheet each.',
}

const docsPicture = {
  title: 'Documentation',
  kicker: 'Overview',
  description: 'Every page by what it is for: prospectus, figures, assurance, guides, technical and legal.',
}

const proofPictures = [
  {
    page: 'proof',
    title: 'Every unit counted',
    kicker: 'Proof',
    description:
      'Signed snapshots of all registers, each day, and how to check that your units are among them.',
  },
  {
    page: 'proof/verify',
    title: 'Verify a proof or a file',
    kicker: 'Proof',
    description: 'Each step recomputed in the browser, also without a network.',
  },
]

/** One image for each page that can be shared, at the page's own path below /og. */
export async function getStaticPaths() {
  const { hero } = await readSingle('home')
  const picture = (page: string, props: Picture) => ({ params: { page }, props })
  return [
    picture('index', { title: hero.title, kicker: hero.kicker, description: hero.lede }),
    ...(await listDocs()).map(({ id, data: { title, kicker, description } }) =>
      picture(`docs/${id}`, { title, kicker, description }),
    ),
    ...(await listLegal()).map(({ id, data: { title, description } }) =>
      picture(`legal/${id}`, { title, kicker: 'Legal', description }),
    ),
    picture('docs', docsPicture),
    picture('tokens', seriesPicture),
    ...proofPictures.map(({ page, ...props }) => picture(page, props)),
    ...(await listSeries()).map(({ code, data: { symbol, name, summary } }) =>
      picture(`tokens/${code}`, { title: name, kicker: `${symbol} · Illustrative`, description: summary }),
    ),
  ]
}

export const GET: APIRoute<Picture> = async ({ props }) =>
  new Response(new Uint8Array(await renderOpenGraphImage(props)), {
    headers: { 'content-type': 'image/png' },
  })
