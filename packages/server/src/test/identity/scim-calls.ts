import { scimUrns, type ScimGroup, type ScimUser } from '@oriel/contract';
import assert from 'node:assert/strict';
import type { TestApp, TestCall } from '../test-app.ts';

/** A page of a list of SCIM. */
export interface ScimPage<T> {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly T[];
}

/** An error of SCIM. */
interface ScimError {
  readonly schemas: readonly string[];
  readonly status: string;
  readonly detail: string;
  readonly scimType?: string;
}

const base = '/api/scim/v2';
type Options = Pick<TestCall, 'key' | 'body' | 'headers'>;

/** Makes the calls of an identity provider. */
export function createScimCalls(app: TestApp) {
  const call = (method: TestCall['method'], path: string, { body, headers, ...options }: Options = {}) =>
    app.call({
      method,
      path: `${base}${path}`,
      ...(body !== undefined && { body }),
      headers: { ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
      ...options,
    });

  const ok = async <T>(method: TestCall['method'], path: string, options: Options = {}): Promise<T> => {
    const answer = await call(method, path, options);
    assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body}`);
    if (answer.body === '') return undefined as T;
    assert.match(String(answer.headers['content-type']), /^application\/scim\+json/);
    return answer.json() as T;
  };

  return {
    call,
    ok,
    /** Checks that a call is refused, with an error as SCIM has it. */
    async refused(args: Parameters<typeof call>, status: number, scimType?: string): Promise<ScimError> {
      const answer = await call(...args);
      assert.equal(answer.statusCode, status, answer.body);
      assert.match(String(answer.headers['content-type']), /^application\/scim\+json/);
      const error = answer.json() as ScimError;
      assert.deepEqual([error.schemas, error.status], [[scimUrns.error], String(status)]);
      assert.equal(error.scimType, scimType, answer.body);
      return error;
    },
    createUser(body: object = {}): Promise<ScimUser> {
      const userName = `${crypto.randomUUID()}@example.com`;
      return ok('POST', '/Users', { body: { schemas: [scimUrns.user], userName, ...body } });
    },
    createGroup(body: object = {}): Promise<ScimGroup> {
      const displayName = `Group ${crypto.randomUUID()}`;
      return ok('POST', '/Groups', { body: { schemas: [scimUrns.group], displayName, ...body } });
    },
    /** The body of a patch. */
    patchOf: (...Operations: readonly object[]) => ({ schemas: [scimUrns.patchOp], Operations }),
  };
}
