import { expect, test } from './fixtures.ts'

/** Pages with card grids of every size. */
const paths = [
  '/',
  '/docs/resource-center',
  '/docs/investor-relations',
  '/docs/help-support',
  '/docs/performance-analytics',
  '/docs/glossary',
  '/docs/audit-reports',
]

for (const width of [390, 768, 1280]) {
  test(`no row of cards ends with an empty cell at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(path)
      const departments = page.getByRole('heading', { name: /^(Contact a team directly|Departments)$/ })
      if ((await departments.count()) > 0) {
        await departments.scrollIntoViewIfNeeded()
        await expect(page.locator('[data-department]').first()).toBeVisible()
      }
      const gaps = await page
        .locator('.cards, .figures, .features, .documents, .neighbors, ul:has(> [data-department])')
        .evaluateAll((grids) =>
          grids.flatMap((grid) => {
            const last = grid.lastElementChild
            if (!last) return []
            const gap = grid.getBoundingClientRect().right - last.getBoundingClientRect().right
            return gap > 3 ? [`${grid.className}: ${Math.round(gap)} px`] : []
          }),
        )
      expect(gaps, path).toEqual([])
    }
  })
}
