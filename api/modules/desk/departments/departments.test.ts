import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('lists all seven departments, with every way to reach them', async () => {
  const { body } = await app.call('GET', '/contact-departments')
  expect(body.departments.map(({ department }: { department: string }) => department)).toEqual([
    'general',
    'investors',
    'tech',
    'tech_support',
    'compliance',
    'reports',
    'others',
  ])
  for (const department of body.departments) {
    expect(Object.keys(department).sort()).toEqual([
      'department',
      'description',
      'email',
      'hours',
      'linkedin',
      'phone',
      'telegram',
      'whatsapp',
    ])
  }
})

test('the support contact is the general department', async () => {
  const { body: list } = await app.call('GET', '/contact-departments')
  const { body } = await app.call('GET', '/support')
  const [general] = list.departments
  expect(body).toEqual({
    email: general.email,
    phone: general.phone,
    whatsapp: general.whatsapp,
    linkedin: general.linkedin,
    telegram: general.telegram,
    support_hours: 'Monday - Friday: 9:00 AM - 6:00 PM PST',
  })
})
