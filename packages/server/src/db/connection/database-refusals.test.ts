import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/data/test-database.ts';
import { refusalOfDatabaseError } from './database-refusals.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

async function errorOf(statement: string, values: unknown[]): Promise<unknown> {
  try {
    await database.pool.query(statement, values);
  } catch (error) {
    return error;
  }
  return assert.fail(`${statement} was accepted`);
}

const aboutData: Record<string, [string, unknown[]]> = {
  'a number beyond its type': ['select $1::integer', [2 ** 31]],
  'a fraction where a whole number is needed': ['select $1::integer', [1.5]],
  'a NUL in a text': ['select $1::text', ['a\0b']],
  'a NUL in JSON': ['select $1::jsonb', [String.raw`"\u0000"`]],
  'a time that is none': ['select $1::timestamptz', ['2026-13-45']],
  'a year beyond every calendar': ['select $1::timestamptz', ['300000-01-01']],
  'a value too large for its index': [
    'insert into tenants (name, embed_secret) select string_agg(md5(n::text), $1), $1 from generate_series(1, 5000) n',
    [''],
  ],
};

for (const [what, [statement, values]] of Object.entries(aboutData))
  test(`${what} is a refusal that shows nothing of the statement`, async () => {
    const error = await errorOf(statement, values);
    const refusal = refusalOfDatabaseError(error);
    assert.equal(refusal?.code, 'invalid_request', JSON.stringify(error));
    assert.equal(refusal.cause, error);
    assert.doesNotMatch(refusal.message, /select|insert|integer/);
  });

test('other errors of the database are failures', async () => {
  assert.equal(refusalOfDatabaseError(await errorOf('select * from nowhere', [])), undefined);
  assert.equal(refusalOfDatabaseError(new Error('connection lost')), undefined);
});

const failure = (properties: object) => Object.assign(new Error('It failed'), properties);

for (const [what, error, code] of [
  ['a name that is not found', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'unavailable'],
  ['a name server that is away', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'unavailable'],
  ['a port that nobody listens on', { code: 'ECONNREFUSED', syscall: 'connect' }, 'unavailable'],
  ['a socket that is not there', { code: 'ENOENT', syscall: 'connect' }, 'unavailable'],
  ['a connection that breaks', { code: 'ECONNRESET', syscall: 'read' }, 'unavailable'],
  ['a connection that is ended', { message: 'Connection terminated unexpectedly' }, 'unavailable'],
  ['a shutdown', { code: '57P01' }, 'unavailable'],
  ['a crash', { code: '57P02' }, 'unavailable'],
  ['a start', { code: '57P03' }, 'unavailable'],
  ['too many connections', { code: '53300' }, 'unavailable'],
  ['a server that only reads', { code: '25006' }, 'unavailable'],
  ['a deadlock', { code: '40P01' }, 'unavailable'],
  ['a full disk of the database', { code: '53100' }, 'insufficient_storage'],
  ['a full disk of ours', { code: 'ENOSPC', syscall: 'write' }, 'insufficient_storage'],
  ['a quota', { code: 'EDQUOT', syscall: 'write' }, 'insufficient_storage'],
  ['a file that is missing', { code: 'ENOENT', syscall: 'open' }, undefined],
  ['a violated constraint', { code: '23505' }, undefined],
] as const)
  test(`${what} is ${code ?? 'a failure'}`, () => {
    assert.equal(refusalOfDatabaseError(failure(error))?.code, code);
  });
