import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSourceKind } from '../src/model/source-kinds.ts';

const passwordOf = (address: string, PGPASSWORD?: string) => {
  const config = getSourceKind(address).configOf(address, { PGPASSWORD });
  assert.ok(config.type === 'postgres');
  return config.password;
};

test('the password of a PostgreSQL is that of the address, else that of the environment', () => {
  assert.equal(passwordOf('postgres://u@h/d', 'of the shell'), 'of the shell');
  assert.equal(passwordOf('postgres://u:p%40ss@h/d', 'of the shell'), 'p@ss');
  assert.equal(passwordOf('postgres://u@h/d'), undefined);
});
