import { operations, type Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

let world: TestApp;
before(async () => {
  world = await createTestApp();
});
after(() => world.close());

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, '1');
/** `/users/me` is also at `/users/{userId}`. */
const isAt = (path: string, template: string) =>
  new RegExp(`^${template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Refusals of it have a form of their own. */
const SCIM = '/api/scim/';

test('an address of the API names the methods that it takes, and refuses the others', async () => {
  const paths = new Set(Object.values(operations).map(({ path }) => path));
  for (const path of paths) {
    const operationsAt = Object.values(operations).filter((operation) => isAt(pathOf(path), operation.path));
    const taken = [...new Set(operationsAt.map(({ method }) => method as string))];
    for (const method of METHODS.filter((candidate) => !taken.includes(candidate))) {
      const answer = await world.call({ method, path: pathOf(path), key: '' });
      assert.equal(answer.statusCode, 405, `${method} ${path}`);
      if (!path.startsWith(SCIM)) assert.equal(answer.json<Problem>().code, 'method_not_allowed');
      const allowed = String(answer.headers['allow']).split(', ');
      assert.deepEqual(
        allowed.filter((name) => name !== 'HEAD' && name !== 'OPTIONS'),
        taken.toSorted(),
        path,
      );
    }
  }
});

test('an address of the query API does, too; a slash at the end and a query change nothing', async () => {
  const answer = await world.call({ method: 'PUT', path: '/deployments/1/cubejs-api/v1/meta/?extended' });
  assert.equal(answer.statusCode, 405);
  assert.deepEqual(String(answer.headers['allow']).split(', '), ['GET', 'HEAD', 'OPTIONS']);
});

test('a browser that opens an address for programs is not shown the console', async () => {
  const headers = { accept: 'text/html' };
  const answer = await world.call({ method: 'GET', path: '/api/v1/embed/generate-session', headers });
  assert.equal(answer.statusCode, 405);
  assert.equal(answer.headers['allow'], 'POST');
});

test('where nothing is there is nothing, by whichever method', async () => {
  for (const method of METHODS) {
    const answer = await world.call({ method, path: '/api/v1/nothing' });
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.headers['allow'], undefined);
  }
  assert.equal((await world.call({ method: 'POST', path: '/workspace' })).statusCode, 404);
});
