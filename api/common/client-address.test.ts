import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { getClientAddress } from './client-address.ts'

const trusted = new BlockList()
trusted.addSubnet('10.0.0.0', 8, 'ipv4')

test.each([
  ['an untrusted caller cannot claim another IP address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy names the caller', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'entries further left, written by the caller, are ignored',
    '10.0.0.1',
    '192.0.2.7, 198.51.100.1',
    '198.51.100.1',
  ],
  ['a chain of trusted proxies is followed', '10.0.0.1', '198.51.100.1, 10.2.3.4', '198.51.100.1'],
  ['an invalid entry ends it', '10.0.0.1', '198.51.100.1, nonsense', '10.0.0.1'],
  [
    'an IPv4 address inside IPv6 is the same caller',
    '::ffff:10.0.0.1',
    '::ffff:198.51.100.1',
    '198.51.100.1',
  ],
  ['also when it is written in hexadecimal', '::FFFF:a00:1', '0:0:0:0:0:ffff:c633:6401', '198.51.100.1'],
  ['an IPv6 address that only looks like one stays', '2001:db8::ffff:a00:1', null, '2001:db8::ffff:a00:1'],
  ['without the header the socket counts', '10.0.0.1', null, '10.0.0.1'],
])('%s', (_, socket, forwarded, expected) => {
  expect(getClientAddress(socket, forwarded, trusted)).toBe(expected)
})
