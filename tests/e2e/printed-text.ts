/** Pages as a browser prints them unless asked otherwise: on A4, without backgrounds. */
import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'

interface PrintedText {
  text: string
  sheet: number
  left: number
  right: number
  /** Distance from the lower edge of the sheet. */
  low: number
  high: number
}

/** The pieces of text on paper, in drawing order. */
export async function getPrintedTexts(page: Page): Promise<PrintedText[]> {
  const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' }
  const file = await page.pdf({ format: 'A4', margin, printBackground: false })
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const printed: PrintedText[] = []
  for (let sheet = 1; sheet <= pdf.numPages; sheet++) {
    const { items } = await (await pdf.getPage(sheet)).getTextContent()
    for (const item of items) {
      if (!('str' in item) || !item.str.trim()) continue
      const [left = 0, low = 0] = item.transform.slice(4) as number[]
      const size = { left, right: left + item.width, low, high: low + item.height }
      printed.push({ text: item.str, sheet, ...size })
    }
  }
  return printed
}

export const textOf = (printed: readonly PrintedText[]): string => printed.map(({ text }) => text).join(' ')

/** Pairs of texts printed over each other, by more than closely set lines. */
export const findOverlappingTexts = (printed: readonly PrintedText[]): string[] =>
  printed.flatMap((one, at) =>
    printed
      .slice(at + 1)
      .filter(
        (other) =>
          one.sheet === other.sheet &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
          Math.min(one.high, other.high) - Math.max(one.low, other.low) > 1,
      )
      .map((other) => `${one.text} / ${other.text}`),
  )
