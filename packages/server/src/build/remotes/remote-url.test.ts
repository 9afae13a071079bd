import { isRefusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBlockList } from '@oriel/engine/address-list';
import { findRemoteAddress } from './remote-address.ts';
import { RemoteError } from './remote-error.ts';
import { parseRemoteUrl } from './remote-url.ts';

test('addresses of HTTPS and SSH are read, also as SSH writes them', () => {
  const parts = (text: string) => {
    const { protocol, user, host, port, path } = parseRemoteUrl(text);
    return [protocol, user, host, port, path];
  };
  assert.deepEqual(parts('https://git.example.com/team/model.git'), [
    'https',
    '',
    'git.example.com',
    443,
    '/team/model.git',
  ]);
  assert.deepEqual(parts('ssh://dev@git.example.com:2222/team/model'), [
    'ssh',
    'dev',
    'git.example.com',
    2222,
    '/team/model',
  ]);
  assert.deepEqual(parts('git@git.example.com:team/model.git'), [
    'ssh',
    'git',
    'git.example.com',
    22,
    '/team/model.git',
  ]);
  assert.deepEqual(parts('https://[2001:4860::1]:8443/a'), ['https', '', '2001:4860::1', 8443, '/a']);
});

test('other protocols, credentials and what git or ssh would take as an option are refused', () => {
  for (const text of [
    'http://git.example.com/a',
    'file:///etc/passwd',
    'ext::sh -c id',
    'git://git.example.com/a',
    '/srv/model.git',
    'https://user:secret@git.example.com/a',
    'https://token@git.example.com/a',
    'ssh://git:secret@git.example.com/a',
    'ssh://-oProxyCommand=id/a',
    'ssh://-l@git.example.com/a',
    'git@git.example.com:-a',
    "git@git.example.com:a';id'",
    'ssh://git.example.com/a b',
    'ssh://git.example.com/$(id)',
    'https://git.example.com/../a?b',
    'https://git.example.com/a#b',
    'https://git.example.com',
    '--upload-pack=id',
    'ssh://git.example.com/a\nProxyCommand id',
    '',
  ])
    assert.throws(
      () => parseRemoteUrl(text),
      (error) => isRefusal(error, 'git_remote_url_invalid') && !error.message.includes('secret'),
      text,
    );
});

test('a git host in a private network is refused by the name of its setting', async () => {
  await assert.rejects(
    findRemoteAddress('git.example.com', toBlockList([]), async () => ['10.1.2.3']),
    (error) => error instanceof RemoteError && error.message.includes('ORIEL_GIT_PRIVATE_NETWORKS'),
  );
  assert.equal(await findRemoteAddress('10.1.2.3', toBlockList(['10.1.0.0/16'])), '10.1.2.3');
});
