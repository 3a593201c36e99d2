import { expect, test } from 'vitest'
import { withDeadline } from './request-deadline.ts'

test('work that ends in time settles as before', async () => {
  await expect(withDeadline(Promise.resolve('done'))).resolves.toBe('done')
  await expect(withDeadline(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('work that never ends is rejected as unavailable', async () => {
  await expect(withDeadline(new Promise(() => {}), 100)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 5,
  })
})
