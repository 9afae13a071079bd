import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPath } from './next-path.ts';

test('a sign-in leads to a path of ours', () => {
  for (const path of ['/workspace', '/reports/7?tab=a#b', '/oauth/consent/Zk3p', '/'])
    assert.equal(nextPath(path), path);
});

test('a sign-in never leads to another site, whatever is asked for', () => {
  for (const asked of [
    'https://evil.example.com',
    '//evil.example.com',
    '/\\evil.example.com',
    '/\t/evil.example.com',
    '/\n/evil.example.com',
    ' //evil.example.com',
    'javascript:alert(1)',
    '/a\\..\\..\\evil',
    '',
    'workspace',
    '/sign-in',
    '/sign-in?from=/sign-in',
    '/api/v1/sso/company/start',
    `/${'a'.repeat(3_000)}`,
    undefined,
    ['/workspace', '//evil.example.com'],
  ]) {
    const path = nextPath(asked);
    assert.equal(path, '/workspace');
    assert.equal(new URL(path, 'https://oriel.example.com').host, 'oriel.example.com');
  }
});
