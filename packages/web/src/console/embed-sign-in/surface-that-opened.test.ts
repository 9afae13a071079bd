import assert from 'node:assert/strict';
import { test } from 'node:test';
import { surfaceThatOpened } from './surface-that-opened.ts';

const origin = 'https://analytics.example.com';
/** A window with an opener at an address; one of another origin shows nothing. */
function openedBy(address: string | undefined) {
  if (address === undefined) return { opener: null, location: { origin } };
  const url = new URL(address, origin);
  const opener = {
    get location() {
      if (url.origin !== origin) throw new DOMException('Blocked', 'SecurityError');
      return url;
    },
  };
  // What is looked at of a window is its location.
  return { opener: opener as unknown as Window, location: { origin } };
}

test('a dashboard and the chat of this server are handed the sign-in', () => {
  for (const path of ['/embed/dashboard/aB3dE5', '/embed/dashboard/aB3dE5?locale=de-DE', '/embed/chat']) {
    const opened = openedBy(path);
    assert.equal(surfaceThatOpened(opened), opened.opener, path);
  }
});

test('no other page is, nor any page of another origin, nor nobody', () => {
  for (const address of [
    undefined,
    '/',
    '/workspace',
    '/embed/d/1/app',
    '/embed/sign-in',
    '/embed/chat/more',
    'https://evil.example/embed/chat',
    'https://analytics.example.com:8443/embed/chat',
  ])
    assert.equal(surfaceThatOpened(openedBy(address)), undefined, address);
});
