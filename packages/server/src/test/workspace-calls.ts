import type { ErrorCode, Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import type { TestApp, TestCall } from './test-app.ts';

/** A caller with an API key of their own. */
export interface Person {
  id: number;
  key: string;
}

type ResourceType = 'FOLDER' | 'WORKBOOK' | 'REPORT';

/**
 * What the tests of the workspace do all the time, on the deployment of a test app, as its administrator unless a key
 * is given.
 */
export type WorkspaceCalls = ReturnType<typeof createWorkspaceCalls>;

export function createWorkspaceCalls(world: TestApp) {
  const base = `/api/v1/deployments/${world.deploymentId}`;
  const call = (
    method: TestCall['method'],
    path: string,
    options: Pick<TestCall, 'body' | 'headers' | 'key'> = {},
  ) => world.call({ method, path: base + path, ...options });

  /** The answer to a call that succeeds. */
  async function ok<T = { id: number }>(...args: Parameters<typeof call>): Promise<T> {
    const answer = await call(...args);
    assert.ok(answer.statusCode < 300, `${args[0]} ${args[1]}: ${answer.statusCode} ${answer.body}`);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }

  return {
    call,
    ok,
    /** Checks that a call is refused. */
    async refused(args: Parameters<typeof call>, status: number, code: ErrorCode): Promise<void> {
      const answer = await call(...args);
      assert.equal(answer.statusCode, status, answer.body);
      assert.equal((answer.json() as { code: string }).code, code);
    },
    makeFolder: (name: string, parentId: number | null = null, key?: string) =>
      ok('POST', '/folders', { body: { name, parentId }, ...(key !== undefined && { key }) }),
    makeWorkbook: (name: string, folderId: number | null = null, key?: string) =>
      ok<Workbook>('POST', '/workbooks', { body: { name, folderId }, ...(key !== undefined && { key }) }),
    makeReport: (body: object, key?: string) =>
      ok<{ id: number; publicId: string }>('POST', '/reports', { body, ...(key !== undefined && { key }) }),
    /** Checks that each folder lies where its parent says, which no ring of folders can satisfy. */
    async checkTree(): Promise<void> {
      const { rows } = await world.database.pool.query(
        `select f.id, f.path from folders f left join folders above on above.id = f.parent_id
         where f.path <> coalesce(above.path, '{}') || f.id`,
      );
      assert.deepEqual(rows, []);
    },
    /** A user of a role. */
    async makePerson(role: 'Viewer' | 'Explorer' = 'Explorer'): Promise<Person> {
      const id = await world.build.user({ tenantId: world.tenantId, role });
      return { id, key: await world.build.apiKey({ tenantId: world.tenantId, userId: id }) };
    },
    /** Gives a user a thing: 1 to read, 2 to edit, 3 to manage. */
    async grant(type: ResourceType, id: number, userId: number, level: 1 | 2 | 3): Promise<void> {
      await world.database.db
        .insertInto('grants')
        .values({
          deploymentId: world.deploymentId,
          resourceType: type,
          resourceId: id,
          subjectType: 'USER',
          subjectId: userId,
          level,
        })
        .execute();
    },
  };
}
