import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './client-network.ts';

test('an IPv4 address is a client, however it is written', () => {
  assert.equal(clientNetwork('203.0.113.7'), '203.0.113.7');
  assert.equal(clientNetwork('::ffff:203.0.113.7'), '203.0.113.7');
});

test('addresses of one IPv6 network are one client', () => {
  const network = '2001:db8:1:2::/64';
  for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:a:b:c:d', '2001:db8:1:2:ffff::%eth0'])
    assert.equal(clientNetwork(address), network, address);
  assert.equal(clientNetwork('2001:db8:1:3::1'), '2001:db8:1:3::/64');
  assert.equal(clientNetwork('::1'), '0:0:0:0::/64');
});
