import { expect, test } from './fixtures.ts'

const drawings = [
  ['/', /^Illustrative geological section/],
  ['/docs/reading-a-resource-statement', /^A geological section with six drill holes/],
  ['/docs/custody-and-segregation', /^From the ground up: the project operator/],
  ['/docs/token-lifecycle', /^Token lifecycle drawn as a core log/],
  ['/docs/technical-documentation', /^Price flow/],
] as const

for (const [address, name] of drawings) {
  test(`the drawing on ${address} is readable on a phone and a desktop, and nothing in it is cut`, async ({
    page,
  }) => {
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      const drawing = page.getByRole('img', { name })
      await drawing.scrollIntoViewIfNeeded()
      const words = await drawing.evaluate((svg) => {
        const frame = svg.getBoundingClientRect()
        const scale = frame.width / (svg as SVGSVGElement).viewBox.baseVal.width
        return [...svg.querySelectorAll('text')].map((text) => {
          const box = text.getBoundingClientRect()
          return {
            text: text.textContent?.trim(),
            pixels: Number.parseFloat(getComputedStyle(text).fontSize) * scale,
            isCut:
              box.left < frame.left ||
              box.right > frame.right ||
              box.top < frame.top ||
              box.bottom > frame.bottom,
          }
        })
      })
      expect(words.length, 'words in the drawing').toBeGreaterThan(8)
      expect(
        words.filter(({ isCut }) => isCut),
        `cut at ${width} px`,
      ).toEqual([])
      expect(
        words.filter(({ pixels }) => pixels < 8),
        `small at ${width} px`,
      ).toEqual([])
    }
  })
}

test('each drawing of a document has a caption, and the document as plain HTML keeps it', async ({
  page,
  request,
}) => {
  for (const [address] of drawings.filter(([path]) => path !== '/')) {
    await page.goto(address)
    const caption = await page
      .getByRole('figure')
      .filter({ has: page.getByRole('img') })
      .locator('figcaption')
    await expect(caption, address).not.toBeEmpty()
    const words = ((await caption.locator('p').first().textContent()) ?? '').slice(0, 40)
    const { content } = (await (await request.get(`/api/v1${address}`)).json()) as { content: string }
    expect(content.replace(/<[^>]+>/g, ''), address).toContain(words)
    expect(content, address).not.toContain('<svg')
  }
})

test('the guide to a category lists its series with the hatch of the category', async ({ page }) => {
  await page.goto('/docs/market-notes-rare-earths')
  const series = page.getByRole('list', { name: 'Series in Rare Earth Elements' }).getByRole('listitem')
  await expect(series.locator('b')).toHaveText([
    '$REECLAY',
    '$MONZ',
    '$BAST',
    '$BYNREE',
    '$MTPASS',
    '$MAGREE',
  ])
  await expect(series.locator('[data-hatch="green"]')).toHaveCount(6)
})
