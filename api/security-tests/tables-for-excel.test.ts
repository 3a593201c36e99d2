/** Every table of the API as a file: for any program, and for Excel. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { API_BASE } from '#contract/request-url'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'
import { buildPath, buildSampleRequest, createTargetRows } from './sample-requests.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const isTable = ({ response }: Endpoint) => 'raw' in response && response.raw.startsWith('text/csv')

test('every table is sent as CSV without a byte order mark, and for Excel as a workbook of the same rows', async () => {
  const admin = await app.signInAdmin()
  const investor = await app.signIn({ last_name: 'Łukasiewicz', is_verified: true })
  const targets = await createTargetRows(app, investor.user.id, admin.admin.id)
  const tables = [...registeredEndpoints.values()].filter(isTable)
  expect(tables.length).toBeGreaterThan(20)
  for (const endpoint of tables) {
    const path = buildPath(buildSampleRequest(endpoint, targets), app.adminPath)
    const { headers } = endpoint.access === 'investor' ? investor : admin
    const plain = await app.fetch(new Request(`http://localhost${API_BASE}${path}`, { headers }))
    expect([path, plain.status, plain.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/csv; charset=utf-8',
    ])
    const bytes = new Uint8Array(await plain.arrayBuffer())
    expect([path, bytes[0] === 0xef]).toEqual([path, false])

    const excel = await app.fetch(new Request(`http://localhost${API_BASE}${path}?for=excel`, { headers }))
    const { headers: sent } = excel
    expect([path, excel.status, sent.get('content-type')]).toEqual([
      path,
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect([path, sent.get('content-disposition')]).toEqual([
      path,
      expect.stringMatching(/^attachment; filename="[\w.-]+\.xlsx"$/),
    ])
    const sheet = strFromU8(
      unzipSync(new Uint8Array(await excel.arrayBuffer()))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
    )
    const text = strFromU8(bytes)
    expect([path, sheet.match(/<row>/g)?.length]).toEqual([path, 1 + Number(sent.get('x-total-count'))])
    expect([path, sheet.includes('Łukasiewicz')]).toEqual([path, text.includes('Łukasiewicz')])
  }
})
