import { expect, test } from 'vitest'
import { directTemplates, globalTemplates, listPlaceholders, splitPlaceholders } from './message-templates.ts'

test('splits a text into fixed parts and placeholders', () => {
  expect(splitPlaceholders('Paid [amount] on [date].')).toEqual([
    { text: 'Paid ', isBlank: false, at: 0 },
    { text: '[amount]', isBlank: true, at: 5 },
    { text: ' on ', isBlank: false, at: 13 },
    { text: '[date]', isBlank: true, at: 17 },
    { text: '.', isBlank: false, at: 23 },
  ])
  expect(splitPlaceholders('[a]')).toEqual([{ text: '[a]', isBlank: true, at: 0 }])
  expect(splitPlaceholders('[] and [\n]')).toEqual([{ text: '[] and [\n]', isBlank: false, at: 0 }])
})

test('lists each placeholder once, across title and message', () => {
  expect(listPlaceholders('[date]', 'On [date] at [time]')).toEqual(['[date]', '[time]'])
  expect(listPlaceholders('Nothing left')).toEqual([])
})

test('offers three direct and six global templates, each with a placeholder', () => {
  expect(directTemplates.map(({ label }) => label)).toEqual(['Transaction', 'Investment', 'Portfolio'])
  expect(globalTemplates).toHaveLength(6)
  for (const { title, message } of [...directTemplates, ...globalTemplates]) {
    expect(listPlaceholders(title, message).length).toBeGreaterThan(0)
  }
})
