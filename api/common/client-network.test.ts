import { expect, test } from 'vitest'
import { getCallerNetwork, listEnclosingNetworks, listNetworks } from './client-network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::203.0.113.9', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('the network of %s is %s', (address, network) => {
  expect(getCallerNetwork(address)).toBe(network)
})

test('an IPv6 address counts towards its /64, and towards its /56 and /48 with higher limits', () => {
  expect(listNetworks('2001:db8:12:34ab:1:2:3:4')).toEqual([
    { name: '2001:db8:12:34ab::/64', factor: 1 },
    { name: '2001:db8:12:3400::/56', factor: 4 },
    { name: '2001:db8:12:0::/48', factor: 16 },
  ])
})

test('an IPv4 address counts on its own', () => {
  expect(listNetworks('203.0.113.9')).toEqual([{ name: '203.0.113.9', factor: 1 }])
})

test.each([
  ['203.0.113.9', ['203/8', '203.0/16', '203.0.113/24', '203.0.113.9']],
  [
    '2001:db8:12:34ab::1',
    ['2001:db8:0:0::/32', '2001:db8:12:0::/48', '2001:db8:12:3400::/56', '2001:db8:12:34ab::/64'],
  ],
])('the networks around %s end with the one that counts as the caller', (address, around) => {
  expect(listEnclosingNetworks(address)).toEqual(around)
  expect(around.at(-1)).toBe(getCallerNetwork(address))
})
