import type { Page } from '@playwright/test'

/** Sets the size of all text, in percent of the usual one. */
export const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = `${value}%`
  }, percent)

/**
 * Texts of the page that extend beyond the surrounding card or beyond a part that scrolls horizontally, and paragraphs
 * squeezed into a column of few letters.
 */
export const findOverflowingTexts = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const scrolls = (part: Element) =>
      part.scrollWidth > part.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX)
    // A word that is longer than a line, such as a file name, has more of them.
    const countParts = (words: string) =>
      words.split(/[\s-]+/).reduce((sum, { length }) => sum + Math.ceil(length / 12), 0)
    const misplaced: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const part = text.parentElement
      const words = text.textContent?.trim() ?? ''
      if (!words || !part?.checkVisibility() || part.closest('.visually-hidden, h1, nav, svg, option, thead'))
        continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const [box, card] = [range.getBoundingClientRect(), part.closest('.panel, li')]
      if (card && box.right > card.getBoundingClientRect().right + 1)
        misplaced.push(`beyond its card: ${words}`)
      for (let around: Element | null = part; around && around !== main; around = around.parentElement)
        if (scrolls(around) && box.right > around.getBoundingClientRect().right + 1)
          misplaced.push(`not in view: ${words}`)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      if (lines > 3 && lines > countParts(words)) misplaced.push(`squeezed: ${words}`)
    }
    return misplaced
  })
