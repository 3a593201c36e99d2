import { expect, test } from 'vitest'
import { toRfc8785Json } from './snapshot.ts'

test('canonical JSON follows RFC 8785, sections 3.2.2 and 3.2.3', () => {
  const value = {
    string: '\u20ac$\u000f\nA\'\u0042\u0022\u005c\\"/',
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    literals: [null, true, false],
  }
  expect(toRfc8785Json(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  expect(toRfc8785Json(Object.fromEntries(names.map((name) => [name, 0])))).toBe(
    '{"\\r":0,"1":0,"\u0080":0,"\u00f6":0,"\u20ac":0,"\ud83d\ude00":0,"\ufb33":0}',
  )
  expect(toRfc8785Json({ b: undefined, a: [{ d: 1, c: [] }] })).toBe('{"a":[{"c":[],"d":1}]}')
})
