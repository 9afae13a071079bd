import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHostOrigin } from './host-origin.ts';

const framed = (options: { ancestors?: string[]; referrer?: string }) => ({
  parent: {},
  location: { ancestorOrigins: options.ancestors },
  document: { referrer: options.referrer ?? '' },
});

test('knows the host from the nearest ancestor, else from the referrer', () => {
  const ancestors = ['https://host.example', 'https://outer.example'];
  assert.deepEqual(findHostOrigin(framed({ ancestors })), { origin: 'https://host.example' });
  assert.deepEqual(findHostOrigin(framed({ referrer: 'https://host.example:8443/page?x=1' })), {
    origin: 'https://host.example:8443',
  });
});

test('knows no host without either, or of an opaque origin', () => {
  for (const window of [framed({}), framed({ ancestors: ['null'] }), framed({ ancestors: [] })]) {
    const found = findHostOrigin(window);
    assert.equal(found.origin, undefined);
    assert.equal('reason' in found && found.reason, 'unknown');
  }
});

test('has no host in a tab of its own', () => {
  const window = { parent: {} as unknown, location: {}, document: { referrer: 'https://search.example/' } };
  window.parent = window;
  const found = findHostOrigin(window);
  assert.equal('reason' in found && found.reason, 'not-framed');
});

test('takes a host of the list only, where the list is filled', () => {
  const window = framed({ ancestors: ['https://host.example'] });
  assert.deepEqual(findHostOrigin(window, ['https://host.example/']), { origin: 'https://host.example' });
  const refused = findHostOrigin(window, ['https://other.example']);
  assert.match(
    'problem' in refused ? refused.problem : '',
    /https:\/\/host\.example is not among the allowed origins/,
  );
});
