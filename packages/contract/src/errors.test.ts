import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errors, refuse, retiredErrorCodes } from './errors.ts';
import { pathParameters } from './parameters.ts';

test('every status is one that an HTTP client understands as a refusal', () => {
  for (const [code, { status }] of Object.entries(errors)) assert.ok(status >= 400 && status < 600, code);
});

test('every refusal that passes says how long to wait, and no other does', () => {
  for (const [code, { status, ...entry }] of Object.entries(errors))
    assert.equal('retryAfterSeconds' in entry, status === 429 || status === 503, code);
  assert.equal(refuse('too_many_requests', { retryAfterSeconds: 7 }).retryAfterSeconds, 7);
  assert.equal(refuse('not_found').retryAfterSeconds, undefined);
});

test('a retired code is not given out again', () => {
  for (const code of retiredErrorCodes) assert.ok(!(code in errors), code);
});

test('a refusal carries code, status and the filled-in message', () => {
  const refusal = refuse('folder_not_found', { id: 7 });
  assert.equal(refusal.code, 'folder_not_found');
  assert.equal(refusal.status, 404);
  assert.match(refusal.message, /folder 7/);
});

test('values of the message are checked by the compiler', () => {
  // @ts-expect-error the message of this code needs an id
  assert.throws(() => refuse('folder_not_found'));
  // @ts-expect-error there is no such code
  assert.throws(() => refuse('no_such_code', {}));
});

test('a code, as a path parameter, is in one file of the vocabulary', () => {
  const isTable = /-(errors|parameters)\.ts$/;
  const folder = new URL('./vocabulary/', import.meta.url);
  const names = readdirSync(folder)
    .filter((file) => isTable.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ {2}(\w+): (?:defineError|parameter)\b/gm),
      ].map(([, name]) => name),
    );
  assert.equal(names.length, Object.keys({ ...errors, ...pathParameters }).length);
  assert.equal(new Set(names).size, names.length);
});
