import { describe, expect, it } from 'vitest'
import { addressOfTab, findTab, tabs } from './tabs.ts'

describe('tabs of the dashboard', () => {
  it('are found by their address and lead to it', () => {
    for (const tab of tabs) {
      expect(findTab(new URLSearchParams(addressOfTab(tab)).get('tab'))).toBe(tab)
    }
  })

  it('fall back to the portfolio', () => {
    for (const value of [null, '', 'nothing', 'Market', '__proto__']) {
      expect(findTab(value).label).toBe('Portfolio')
    }
  })
})
