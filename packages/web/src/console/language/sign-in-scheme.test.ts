import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInScheme } from './sign-in-scheme.ts';

const schemeAt = (path: string) => signInScheme(new URL(path, 'https://analytics.example.com'));

test('the window of a sign-in has the scheme of the frame, on the way there and back, and no other page has', () => {
  const opened = '/embed/sign-in?challenge=A&colorScheme=dark';
  assert.equal(schemeAt(opened), 'dark');
  for (const path of ['/sign-in', '/sign-in/second-factor', '/sign-in/enrol'])
    assert.equal(schemeAt(`${path}?from=${encodeURIComponent(opened)}`), 'dark');
  for (const path of [
    '/embed/sign-in',
    '/embed/sign-in?colorScheme=red',
    '/sign-in?colorScheme=dark',
    `/workspace?from=${encodeURIComponent(opened)}`,
    '/sign-in?from=%2Fworkspace%3FcolorScheme%3Ddark',
    `/sign-in?from=${encodeURIComponent(`/sign-in?from=${encodeURIComponent(opened)}`)}`,
    '/sign-in?from=http%3A%2F%2F%5B',
  ])
    assert.equal(schemeAt(path), undefined, path);
});
