import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBlockList } from '@oriel/engine/address-list';
import { OutboundError } from './outbound-error.ts';
import { findPublicAddress, type FindAddresses } from './public-address.ts';

const find = (host: string, findAddresses?: FindAddresses, networks: readonly string[] = []) =>
  findPublicAddress(host, { allowed: toBlockList(networks), setting: 'SETTING', findAddresses });

const isRefused = (error: unknown) =>
  error instanceof OutboundError && error.fault === 'address_refused' && error.message.includes('SETTING');

test('private addresses are refused, in every way to write them and to resolve to them', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '192.88.99.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.1.2.3',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
  ]) {
    await assert.rejects(find(address), isRefused, address);
    await assert.rejects(
      find('idp.example.com', async () => ['93.184.215.14', address]),
      isRefused,
      address,
    );
  }
});

test('a public host is reached at what it resolves to, a private one where its network is allowed', async () => {
  assert.equal(await find('idp.example.com', async () => ['93.184.215.14']), '93.184.215.14');
  assert.equal(await find('10.1.2.3', undefined, ['10.1.0.0/16']), '10.1.2.3');
  await assert.rejects(find('10.2.2.3', undefined, ['10.1.0.0/16']), isRefused);
});

test('a host without an address is told by its name', async () => {
  await assert.rejects(
    find('idp.example.com', async () => Promise.reject(new Error('ENOTFOUND'))),
    /idp\.example\.com is not found/,
  );
  await assert.rejects(
    find('idp.example.com', async () => []),
    /idp\.example\.com has no address/,
  );
});
