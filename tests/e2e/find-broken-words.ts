import type { Page } from '@playwright/test'

/** Words and figures of the page that continue on a second line. Hashes and code may. */
export const findBrokenWords = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.parentElement?.checkVisibility() || text.parentElement.closest('code, .hash, svg')) continue
      for (const { 0: word, index } of text.data.matchAll(
        /[$\p{L}\p{N}](?:[\p{L}\p{N}]|[.,’](?=[\p{L}\p{N}]))+%?/gu,
      )) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        )
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  })
