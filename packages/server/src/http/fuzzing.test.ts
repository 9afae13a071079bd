import {
  errors,
  operations,
  refusalsOf,
  scimUrns,
  type ErrorCode,
  type Operation,
  type OperationId,
  type ProblemFormat,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  arbitraryAttack,
  arbitraryOf,
  type Attack,
  collectErrors,
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  type FieldArbitrary,
  type Fixtures,
  makeFixturesFor,
  missingFixtures,
  needSecret,
  type RequestParts,
  type TestApp,
  type WorkspaceCalls,
  writeRequest,
} from '../test/index.ts';
import { takeFonts } from '../test/hosts/font-host.ts';
import { completeRequestFor } from './openapi/example-requests.ts';
import { recordNameOf, requestFromSchema } from './openapi/request-from-schema.ts';
import { engineRefusalsOf } from './openapi/engine-refusals.ts';
import { problemFormatAt, problemFormats } from './problems/problem-formats.ts';
import { createPartCheck } from './requests/validation.ts';

/**
 * Sends requests to every operation that are made from its schemas, valid ones and attacked ones, with every kind of
 * credential: an operation is covered by being declared. Whatever comes, the answer is one that the contract declares,
 * what was refused has changed nothing, and every list can still be read.
 *
 * `ORIEL_FUZZ_SEED` starts another sequence, `ORIEL_FUZZ_RUNS` sends another number of requests to each operation:
 * `npm run nightly` sends 5,000, from another seed each night.
 */
const seed = Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301);
const numRuns = Number(process.env['ORIEL_FUZZ_RUNS'] ?? 12);
/** However slow the machine and the operation are. */
const FEWEST_RUNS = 2;
/** Of all operations together. A slower machine sends fewer requests. */
const TIME_LIMIT_MS = Number(process.env['ORIEL_FUZZ_MS'] ?? 12_000);

const ids = Object.keys(operations) as OperationId[];

const model = `
cubes:
  - name: orders
    sql: SELECT 1 AS id, 'new' AS status, TIMESTAMP '2026-03-01 09:30:00' AS created_at
    measures: [{ name: count, type: count }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
`;

let engine: Engine;
let testApp: TestApp;
let calls: WorkspaceCalls;
let cursors: string[];
/** Of requests that failed, as the server logs them. */
const { logger, lines: logged } = collectErrors();

before(async () => {
  engine = createModelEngine([{ path: 'orders.yml', content: model }]);
  testApp = await createTestApp({ engine, logger, checkFonts: takeFonts });
  calls = createWorkspaceCalls(testApp);
  cursors = await readCursors();
});
after(async () => {
  await testApp.close();
  await engine.close();
});

/** A cursor of each list, for the other lists. */
async function readCursors(): Promise<string[]> {
  const fixtures = { ...missingFixtures, deploymentId: testApp.deploymentId };
  await calls.makeFolder('Folder');
  await calls.makeWorkbook('Workbook');
  await calls.makeReport({ name: 'Report' });
  const found: string[] = [];
  for (const id of lists()) {
    const answer = await send(id, fixtures);
    // Some lists come as CSV, without a cursor.
    if (!String(answer.headers['content-type']).includes('json')) continue;
    const { pageInfo } = answer.json() as { pageInfo?: { endCursor?: string | null } };
    if (pageInfo?.endCursor) found.push(pageInfo.endCursor);
  }
  return found;
}

/** Refused until GitHub is set up, or the deployment connected. */
const needConnection: ReadonlySet<OperationId> = new Set(['gitProviderInstallations', 'getGitRemote']);

/** Reads by a key that name nothing but the deployment. */
function lists(): OperationId[] {
  return ids.filter((id) => {
    const { access, method, params, problems } = operations[id] as Operation;
    return (
      method === 'GET' &&
      problems !== 'query' &&
      !needConnection.has(id) &&
      !(id in needSecret) &&
      access.isInPerson !== true &&
      Object.keys(params.properties).every((name) => name === 'deploymentId')
    );
  });
}

function send(id: OperationId, fixtures: Fixtures): Promise<LightMyRequestResponse> {
  const { method, url, payload, headers } = requestFromSchema(operations[id], fixtures, {
    variant: 'required',
  });
  const authorization = `Bearer ${testApp.adminKey}`;
  return testApp.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { ...headers, authorization },
  });
}

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** How a counterexample shows it. */
  [fc.toStringMethod](): string;
}

/**
 * A caller with each kind of credential, new ones each time, since requests may revoke them; administrators come often.
 */
async function makeCallers(): Promise<Caller[]> {
  const { build, tenantId, deploymentId } = testApp;
  const adminId = await build.user({ tenantId, role: 'Admin' });
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const keyOf = async (role: 'Explorer' | 'Viewer') =>
    bearer(await build.apiKey({ tenantId, userId: await build.user({ tenantId, role }) }));
  const admin = { name: 'administrator', headers: bearer(await build.apiKey({ tenantId, userId: adminId })) };
  const path = `/api/v1/deployments/${deploymentId}/token`;
  const dataToken = (await testApp.call({ method: 'POST', path })).json() as { svcApiToken: string };
  const callers = [
    ...Array.from({ length: 6 }, () => admin),
    { name: 'explorer', headers: await keyOf('Explorer') },
    { name: 'viewer', headers: await keyOf('Viewer') },
    { name: 'embed session', headers: await embedCredential() },
    { name: 'data token', headers: { authorization: dataToken.svcApiToken } },
    { name: 'console session', headers: await sessionOf() },
    { name: 'nobody', headers: {} },
    { name: 'long nonsense', headers: bearer('x'.repeat(10_000)) },
    { name: 'nonsense with dots', headers: { authorization: 'Embed-Token a.b.c' } },
  ];
  return callers.map((caller) => ({ ...caller, [fc.toStringMethod]: () => caller.name }));
}

let session: Readonly<Record<string, string>> | undefined;

/**
 * The console's session of an administrator, signed in again where a request has ended it: each password takes a core
 * for long.
 */
async function sessionOf(): Promise<Readonly<Record<string, string>>> {
  const read = { method: 'GET', url: '/api/v1/users' } as const;
  if (session && (await testApp.app.inject({ ...read, headers: session })).statusCode === 200) return session;
  const password = 'correct horse battery staple';
  const email = `${crypto.randomUUID()}@example.com`;
  await testApp.build.user({ tenantId: testApp.tenantId, role: 'Admin', email, password });
  const body = { email, password };
  const signedIn = await testApp.call({ method: 'POST', path: '/api/v1/sign-in', key: '', body });
  session = { cookie: `oriel_session=${signedIn.cookies[0]?.value}`, 'sec-fetch-site': 'same-origin' };
  return session;
}

async function embedCredential(): Promise<{ authorization: string }> {
  const { deploymentId } = testApp;
  const body = { deploymentId, externalId: 'viewer' };
  const session = await testApp.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
  const exchange = { method: 'POST', path: '/api/v1/embed/session/token', key: '' } as const;
  const { token } = (await testApp.call({ ...exchange, body: session.json() })).json() as { token: string };
  return { authorization: `Embed-Token ${token}` };
}

/** Ids of fixtures, mixed with those of no record and those that no record can have. */
function fieldArbitraryOf(pool: readonly Fixtures[]): FieldArbitrary {
  return (field, schema) => {
    if (field === 'after') return fc.oneof(fc.constantFrom(...cursors), fc.string());
    if (field === 'query') return arbitraryQuery;
    const name = recordNameOf(field, schema);
    const known = pool.map((fixtures) => (name === undefined ? undefined : fixtures[name]));
    const isSingle = typeof known[0] === 'number' && !field.endsWith('s');
    if (field === 'id') {
      const all = pool.flatMap((fixtures) => Object.values(fixtures));
      return arbitraryId(all.filter((value) => typeof value === 'number'));
    }
    return isSingle
      ? fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 9, arbitrary: arbitraryId(known) })
      : undefined;
  };
}

const arbitraryId = (known: readonly unknown[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e300, 900_001) },
  );

/** Queries on the model that mean something more often than not. */
const arbitraryQuery = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      measures: fc.array(fc.constantFrom('orders.count', 'orders.none', '')),
      dimensions: fc.array(fc.constantFrom('orders.status', 'orders.id', 'orders.created_at.month')),
      timeDimensions: fc.array(
        fc.record(
          {
            dimension: fc.constantFrom('orders.created_at', 'orders.status'),
            granularity: fc.constantFrom('day', 'month', 'none', null),
            dateRange: fc.oneof(
              fc.constantFrom('last 7 days', 'this month', '', '2026-13-45'),
              fc.array(fc.constantFrom('2026-01-01', '0000-00-00', '99999-01-01'), { maxLength: 3 }),
            ),
          },
          { requiredKeys: ['dimension'] },
        ),
        { maxLength: 2 },
      ),
      filters: fc.array(
        fc.record({
          member: fc.constantFrom('orders.status', 'orders.id', 'orders.created_at', 'orders.count'),
          operator: fc.constantFrom('equals', 'contains', 'gt', 'inDateRange', 'set', 'none'),
          values: fc.array(fc.oneof(fc.string(), fc.constantFrom('\0', '\ud800', '1e999', null, 2 ** 53))),
        }),
        { maxLength: 2 },
      ),
      limit: fc.constantFrom(0, 1, -1, 1.5, 2 ** 53, 1e300, null, '5'),
      offset: fc.constantFrom(0, 2 ** 53, 1e300, -1),
      timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'nowhere', '', '+02:00'),
      order: fc.constantFrom({ 'orders.count': 'asc' }, [['orders.count', 'desc']], { none: 'asc' }, []),
      total: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
);

interface Sent {
  readonly caller: Caller;
  readonly parts: RequestParts;
  readonly attack: Attack;
}

function arbitraryRequest(
  id: OperationId,
  pool: readonly Fixtures[],
  callers: readonly Caller[],
): fc.Arbitrary<Sent> {
  const { path, query, body } = operations[id] as Operation;
  const fields = fieldArbitraryOf(pool);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof Fixtures);
  const params = names.map((name) => [
    name,
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...pool.map((fixtures) => fixtures[name])) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(missingFixtures[name], 2 ** 31, 2 ** 53, '1e300', '-1', '1.5'),
      },
    ),
  ]);
  return fc.record({
    caller: fc.constantFrom(...callers),
    parts: fc.record({
      params: fc.record(Object.fromEntries(params) as Record<string, fc.Arbitrary<unknown>>),
      query: arbitraryOf(query, fields) as fc.Arbitrary<Record<string, unknown>>,
      body: body ? arbitraryOf(body.schema, fields) : fc.constant(undefined),
    }),
    attack: arbitraryAttack,
  });
}

/** Why an answer is none that the contract declares; undefined for one that it does. */
function faultOf(id: OperationId, answer: LightMyRequestResponse): string | undefined {
  const operation = operations[id] as Operation;
  const { statusCode: status } = answer;
  const declared = operation.answers[status];
  if (declared && status < 400)
    return declared.body === 'none'
      ? answer.body === ''
        ? undefined
        : 'a body'
      : faultOfBody(operation, answer);
  return faultOfRefusal(operation, answer);
}

/** Longer parts of a path are no value of a parameter. */
const MAX_PART_LENGTH = 2_048;

/**
 * The operation that an address leads to: the one that was meant where its path fits, which an attack may have changed
 * to that of another or of none.
 */
function operationAt(meant: OperationId, url: string): OperationId | undefined {
  const [address = ''] = url.split('?');
  if (address.split('/').some((part) => decodeURIComponent(part).length > MAX_PART_LENGTH)) return undefined;
  const { method } = operations[meant];
  return [meant, ...ids].find(
    (id) => operations[id].method === method && patternOf(operations[id]).test(address),
  );
}

const patternOf = ({ path }: Operation) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

/** Why an answer is none that the contract declares for the operation that the address has led to. */
function faultAt(meant: OperationId, url: string, answer: LightMyRequestResponse): string | undefined {
  const isOneOf = (...codes: ErrorCode[]) => {
    const isAnswer = (code: ErrorCode) => isRefusalOf(code, problemFormatAt(url), answer);
    return codes.some(isAnswer) ? undefined : 'a code that an address like this cannot lead to';
  };
  if (!isDecodable(url.split('?')[0] ?? '')) return isOneOf('malformed_request');
  const id = operationAt(meant, url);
  return id === undefined ? isOneOf('not_found', 'method_not_allowed') : faultOf(id, answer);
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

const checks = new WeakMap<object, (value: unknown) => void>();

function faultOfBody(
  { answers }: Operation,
  { statusCode, body }: LightMyRequestResponse,
): string | undefined {
  const { schema, mediaType } = answers[statusCode] ?? {};
  if (mediaType !== undefined && !mediaType.includes('json')) return undefined;
  if (!schema) return 'no schema';
  const check = checks.get(schema) ?? createPartCheck('body', schema);
  checks.set(schema, check);
  const texts = mediaType === 'application/x-ndjson' ? body.trim().split('\n') : [body];
  try {
    for (const text of texts) check(JSON.parse(text));
    return undefined;
  } catch (error) {
    return `a body that its schema does not allow: ${JSON.stringify((error as { issues?: unknown }).issues ?? String(error))}`;
  }
}

/** Whether a refusal is that of a code, in the format of its family: SCIM tells its status alone. */
function isRefusalOf(
  code: string,
  format: ProblemFormat,
  { statusCode, body }: Pick<LightMyRequestResponse, 'statusCode' | 'body'>,
): boolean {
  const told = JSON.parse(body) as { code?: string; schemas?: unknown; status?: unknown };
  if (format !== 'scim') return told.code === code;
  const { status } = errors[code as ErrorCode];
  return status === statusCode && told.status === String(status) && String(told.schemas) === scimUrns.error;
}

function faultOfRefusal(operation: Operation, answer: LightMyRequestResponse): string | undefined {
  const { statusCode: status } = answer;
  if (status >= 500 && !(status === 503 && operation.refusals.includes('unavailable'))) return 'a failure';
  const { statusOf } = problemFormats[operation.problems];
  const declared = [
    ...refusalsOf(operation).map((each) => ({
      code: each as string,
      status: statusOf?.(errors[each]) ?? errors[each].status,
    })),
    ...engineRefusalsOf(operation),
  ].filter((each) => each.status === status);
  if (declared.length === 0) return 'a status that is not declared';
  return declared.some((each) => isRefusalOf(each.code, operation.problems, answer))
    ? undefined
    : 'a code that is not declared';
}

/** What the tables hold, as far as a change of it can be seen cheaply; a refusal may count what was tried. */
async function readState(): Promise<unknown> {
  // Planned once for each connection: that takes longer than to read the tables.
  statement ??= { name: 'state-of-tables', text: await writeStateQuery() };
  return (await testApp.database.pool.query(statement)).rows;
}

let statement: { readonly name: string; readonly text: string } | undefined;

async function writeStateQuery(): Promise<string> {
  const { rows } = await testApp.database.pool.query<{ name: string; isTimed: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'updated_at') as is_timed
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname !~ '_buckets$'`,
  );
  const counts = rows.map(
    ({ name, isTimed }) =>
      `select '${name}' as name, count(*), ${isTimed ? 'max(updated_at)' : 'null::timestamptz'} from ${name}`,
  );
  return counts.join(' union all ') + ' order by 1';
}

async function checkAnswer(id: OperationId, { caller, parts, attack }: Sent): Promise<void> {
  const request = writeRequest(operations[id], parts, attack);
  const isRead = operations[id].method === 'GET';
  const held = isRead ? undefined : await readState();
  logged.length = 0;
  const answer = await testApp.app.inject({ ...request, headers: { ...request.headers, ...caller.headers } });
  const told = `${request.method} ${request.url.slice(0, 300)} as ${caller.name}: ${answer.statusCode} ${answer.body.slice(0, 600)} ${logged.join('').slice(0, 1_500)}`;
  const fault = faultAt(id, request.url, answer);
  assert.equal(fault, undefined, `${fault}: ${told}`);
  if (!isRead && answer.statusCode >= 400) assert.deepEqual(await readState(), held, told);
}

/** What requests may have revoked is made anew for so many operations, and then every list is read. */
const OPERATIONS_OF_CALLERS = 8;
let callersOf: Promise<Caller[]> | undefined;

/**
 * The newest record of each kind, whatever requests have made of it: a name as good as those of an operation's own
 * records.
 */
let madeBefore: Fixtures = missingFixtures;

function madeOf(fixtures: Fixtures): Partial<Fixtures> {
  const names = Object.keys(fixtures) as (keyof Fixtures)[];
  return Object.fromEntries(
    names.filter((name) => fixtures[name] !== missingFixtures[name]).map((name) => [name, fixtures[name]]),
  );
}

for (const [index, id] of ids.entries())
  test(`${id} answers as the contract says, whatever it is sent`, async (context) => {
    const own = await makeFixturesFor(id, testApp, calls);
    // The deployment of all is none that may be deleted.
    const pool = [own, { ...madeBefore, deploymentId: own.deploymentId }];
    madeBefore = { ...madeBefore, ...madeOf(own) };
    if (index % OPERATIONS_OF_CALLERS === 0) callersOf = undefined;
    const requests = arbitraryRequest(id, pool, await (callersOf ??= makeCallers()));
    const endsAt = performance.now() + TIME_LIMIT_MS / ids.length;
    let sent = 0;
    const property = fc.asyncProperty(requests, async (request) => {
      if (sent >= FEWEST_RUNS && performance.now() > endsAt) return;
      sent += 1;
      await checkAnswer(id, request);
    });
    const details = await fc.check(property, { seed, numRuns });
    if (details.failed)
      throw new Error(`${String(details.errorInstance)}\n${fc.defaultReportMessage(details)}`);
    context.diagnostic(`seed ${seed}, ${sent} requests`);
    if (index % OPERATIONS_OF_CALLERS !== OPERATIONS_OF_CALLERS - 1 && index !== ids.length - 1) return;
    for (const list of lists()) {
      const answer = await send(list, { ...missingFixtures, deploymentId: testApp.deploymentId });
      assert.equal(answer.statusCode, 200, `${list}: ${answer.body} ${logged.join('')}`);
    }
  });

for (const id of ids)
  test(`${id} takes every field that it declares`, async () => {
    const fixtures = await makeFixturesFor(id, testApp, calls);
    const { headers, ...request } = completeRequestFor(id, fixtures);
    const authorization = `Bearer ${testApp.adminKey}`;
    const answer = await testApp.app.inject({ ...request, headers: { ...headers, authorization } });
    assert.equal(faultOf(id, answer), undefined, answer.body);
    const isJson = String(answer.headers['content-type']).includes('json');
    const { code } = isJson ? (JSON.parse(answer.body) as { code?: string }) : {};
    assert.ok(code !== 'validation_failed' && code !== 'malformed_request', answer.body);
  });
