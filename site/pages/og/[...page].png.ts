import type { APIRoute } from 'astro'
import { renderOpenGraphImage } from '#build/open-graph'
import { listDocs, listLegal } from '#site/content/pages.ts'
import { readSingle } from '#site/content/read-single.ts'
import { listSeries } from '#site/content/series.ts'

interface Picture {
  title: string
  kicker: string
  description: string
}

const seriesPicture = {
  title: 'Series index',
  kicker: 'Tokens · Illustrative',
  description: 'Every series with its geology, units and documents.',
}

const docsPicture = {
  title: 'Documentation',
  kicker: 'Overview',
  description: 'All documentation by topic: prospectus, performance, assurance, guides, technical and legal.',
}

const proofPictures = [
  {
    page: 'proof',
    title: 'Every unit counted',
    kicker: 'Proof',
    description: 'Signed daily snapshots of all registers, and how to verify that your units are included.',
  },
  {
    page: 'proof/verify',
    title: 'Verify a proof or a file',
    kicker: 'Proof',
    description: 'Every step verified in your browser, online or offline.',
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
