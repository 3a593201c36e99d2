import { expect, test } from 'vitest'
import { createUploader } from './uploader.ts'

const file = new File(['ore'], 'ore.pdf')

test('reports progress, returns the response body and ignores a second upload while one is in flight', async () => {
  const sent = Promise.withResolvers<string>()
  const uploader = createUploader(async (_, { onProgress }) => {
    onProgress(40)
    return sent.promise
  })
  const first = uploader.start(file)
  expect(uploader.$state.get()).toEqual({ status: 'uploading', name: 'ore.pdf', percent: 40 })
  expect(await uploader.start(file)).toBeUndefined()
  sent.resolve('stored')
  expect(await first).toBe('stored')
  expect(uploader.$state.get()).toEqual({ status: 'idle' })
})

test('reports a failure, but not a cancelled upload', async () => {
  const uploader = createUploader<string>(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const upload = uploader.start(file)
  uploader.cancel()
  expect(await upload).toBeUndefined()
  expect(uploader.$state.get()).toEqual({ status: 'idle' })

  const error = new Error('no')
  const failing = createUploader(() => Promise.reject(error))
  expect(await failing.start(file)).toBeUndefined()
  expect(failing.$state.get()).toEqual({ status: 'failed', error })
  failing.reset()
  expect(failing.$state.get()).toEqual({ status: 'idle' })
})
