import { expect, it } from 'vitest'
import type { ContactDepartment } from '#contract/desk/departments'
import { listContactMethods } from './contact-methods.ts'

const department: ContactDepartment = {
  department: 'general',
  email: 'hello@lodefield.example',
  phone: '+1 (555) 010-0100',
  whatsapp: '+1 555 010 0101',
  linkedin: 'https://www.linkedin.com/company/lodefield/',
  telegram: '@lodefield',
  hours: '',
  description: '',
}
const addressesOf = (changes: Partial<ContactDepartment>) =>
  listContactMethods({ ...department, ...changes }).map(({ address }) => address)

it('makes a URL for each contact method', () => {
  expect(addressesOf({})).toEqual([
    'mailto:hello@lodefield.example',
    'tel:+15550100100',
    'https://wa.me/15550100101',
    'https://www.linkedin.com/company/lodefield/',
    'https://t.me/lodefield',
  ])
})

it('accepts Telegram as a handle or as a link', () => {
  expect(addressesOf({ telegram: 'https://t.me/lodefield' }).at(-1)).toBe('https://t.me/lodefield')
})

it('omits methods that a department does not have or that are not web URLs', () => {
  expect(addressesOf({ phone: '', whatsapp: '', linkedin: 'javascript:alert(1)', telegram: '' })).toEqual([
    'mailto:hello@lodefield.example',
  ])
})
