import { createCanvas, loadImage } from '@napi-rs/canvas'
import { getDocumentProxy, renderPageAsImage } from 'unpdf'

/** Pixel width of a preview: twice the 420 CSS pixels at which it is shown, for high-density screens. */
const previewWidth = 840
/** Percent; at this quality, text is sharp and a page takes about 30 kB. */
const quality = 82

export interface Preview {
  pages: number
  image: Uint8Array
  width: number
  height: number
}

/** Reads a written PDF back: its number of pages, and a WebP image of the first. */
export async function readPreview(pdf: Uint8Array): Promise<Preview> {
  // The reader detaches the buffer, so it gets a copy.
  const document = await getDocumentProxy(pdf.slice())
  const { width: points } = (await document.getPage(1)).getViewport({ scale: 1 })
  const picture = await renderPageAsImage(document, 1, {
    canvasImport: () => import('@napi-rs/canvas'),
    // The reader rounds down.
    scale: (previewWidth + 0.4) / points,
  })
  const pages = document.numPages
  await document.loadingTask.destroy()
  const page = await loadImage(picture)
  const canvas = createCanvas(page.width, page.height)
  canvas.getContext('2d').drawImage(page, 0, 0)
  const image = new Uint8Array(await canvas.encode('webp', quality))
  return { pages, image, width: page.width, height: page.height }
}
