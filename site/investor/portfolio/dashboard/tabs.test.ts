import { describe, expect, it } from 'vitest'
import { findTab, getTabUrl, tabs } from './tabs.ts'

describe('tabs of the dashboard', () => {
  it('are found by the URL that they link to', () => {
    for (const tab of tabs) {
      expect(findTab(new URLSearchParams(getTabUrl(tab)).get('tab'))).toBe(tab)
    }
  })

  it('fall back to the portfolio', () => {
    for (const value of [null, '', 'nothing', 'Market', '__proto__']) {
      expect(findTab(value).label).toBe('Portfolio')
    }
  })
})
