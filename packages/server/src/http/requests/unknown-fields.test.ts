import {
  entriesOf,
  exampleOf,
  isJsonObject,
  limits,
  operations,
  Refusal,
  type BulkMoveWorkspaceObjectsResponse,
  type Operation,
  type Report,
  type TSchema,
} from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { createPartCheck } from './validation.ts';

/**
 * A field that an operation does not declare is refused, wherever in the body it stands, and named by its path; an
 * object that is declared to be open takes fields of the caller's own. One rule for all operations: each is covered by
 * being declared.
 */
interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly TSchema[];
  readonly allOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: unknown;
}

/** An object within a body, with whether its schema closes it. */
interface Place {
  readonly steps: readonly (string | number)[];
  readonly isClosed: boolean;
  /** What a field of the caller's own may hold. */
  readonly own: unknown;
}

/** The objects of a value that is an example of a schema. */
function placesOf(schema: TSchema, value: unknown, steps: readonly (string | number)[] = []): Place[] {
  const { type, anyOf, allOf, items, properties = {}, additionalProperties } = schema as Shape;
  const inner = anyOf?.find((branch) => isOfType(branch, value)) ?? (type ? undefined : allOf?.[0]);
  if (inner) return placesOf(inner, value, steps);
  if (Array.isArray(value))
    return items ? value.flatMap((each, index) => placesOf(items, each, [...steps, index])) : [];
  if (!isJsonObject(value)) return [];
  const within = Object.entries(value).flatMap(([name, field]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return own ? placesOf(own, field, [...steps, name]) : [];
  });
  const own = isJsonObject(additionalProperties) ? exampleOf(additionalProperties) : 'own';
  return [{ steps, isClosed: additionalProperties === false, own }, ...within];
}

function isOfType(schema: TSchema, value: unknown): boolean {
  const { type, anyOf, allOf } = schema as Shape;
  if (anyOf) return anyOf.some((branch) => isOfType(branch, value));
  if (type === undefined) return allOf?.every((part) => isOfType(part, value)) ?? false;
  return type === (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
}

const bodies = entriesOf(operations).flatMap(([id, { body, problems }]: readonly [string, Operation]) => {
  if (body?.mediaType !== 'application/json' || problems !== 'oriel') return [];
  const example = exampleOf(body.schema, { hasField: () => true });
  return isJsonObject(example)
    ? [{ id, schema: body.schema, example, places: placesOf(body.schema, example) }]
    : [];
});

/** A copy of a body with one field more. */
function withField(body: object, steps: readonly (string | number)[], name: string, value: unknown): object {
  const copy = structuredClone(body);
  // The steps lead to an object of this body.
  const at = steps.reduce<unknown>((part, step) => (part as Record<string | number, unknown>)[step], copy);
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true });
  return copy;
}

const pathOf = (steps: readonly (string | number)[], name: string) =>
  [...steps, name].reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );

function issuesOf(schema: TSchema, body: object): Map<string, string> {
  try {
    createPartCheck('body', schema)(body);
    return new Map();
  } catch (error) {
    assert.ok(error instanceof Refusal && error.issues, String(error));
    return new Map(error.issues.map(({ path, message }) => [path, message]));
  }
}

const closed = bodies.flatMap((body) =>
  body.places.filter(({ isClosed }) => isClosed).map((place) => ({ ...body, place })),
);
const NAMES = [
  'nam',
  'Name',
  'folder_id',
  'filterr',
  'isActiv',
  'dry_run',
  'constructor',
  'toString',
  'é',
  '名前',
];
const misspelt = fc.nat({ max: NAMES.length - 1 }).map((index) => NAMES[index] ?? '');
const anyValue = fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 2 }));

test('a field that is not declared is refused and named, in each object of the body of each operation', () => {
  assert.ok(bodies.length > 100 && closed.length > 200, `${bodies.length} bodies, ${closed.length} objects`);
  for (const { id, schema, example, place } of closed) {
    const body = withField(example, place.steps, 'notDeclared', 1);
    assert.equal(issuesOf(schema, body).get(pathOf(place.steps, 'notDeclared')), 'is not known here', id);
  }
});

test('whatever the field is called and holds, it changes nothing else of what is said', () => {
  const parameters = [fc.constantFrom(...closed), misspelt, anyValue] as const;
  fc.assert(
    fc.property(...parameters, ({ id, schema, example, place }, name, value) => {
      const own = issuesOf(schema, example);
      const found = issuesOf(schema, withField(example, place.steps, name, value));
      assert.equal(found.get(pathOf(place.steps, name)), 'is not known here', id);
      for (const path of own.keys()) assert.ok(found.has(path), `${id}: ${path}`);
    }),
    { numRuns: 300, seed: Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301) },
  );
});

test('an object that is declared to be open takes fields of the caller’s own', () => {
  const open = bodies.flatMap((body) =>
    body.places.filter(({ isClosed }) => !isClosed).map((place) => ({ ...body, place })),
  );
  assert.ok(open.length > 20, String(open.length));
  for (const { id, schema, example, place } of open) {
    const own = [...issuesOf(schema, example).keys()];
    const body = withField(example, place.steps, 'ownField', place.own);
    assert.deepEqual([...issuesOf(schema, body).keys()], own, `${id} ${pathOf(place.steps, 'ownField')}`);
  }
});

let app: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
});
after(() => app.close());

test('a batch with an undeclared field in one item is refused as a whole: none of its items is done', async () => {
  const [one, two] = [await calls.makeReport({ name: 'One' }), await calls.makeReport({ name: 'Two' })];
  const { id: folderId } = await calls.makeFolder('Target');
  const move = (items: object[]) => calls.call('POST', '/workspace/bulk-move', { body: { items, folderId } });
  const items = [
    { type: 'REPORT', id: one.id },
    { type: 'REPORT', id: two.id, folder: 1 },
  ];
  const refused = await move(items);
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(refused.json<{ issues: object[] }>().issues, [
    { path: 'items[1].folder', message: 'is not known here' },
  ]);
  assert.equal((await calls.ok<Report>('GET', `/reports/${one.id}`)).folderId, null);
  const done = await move(items.map(({ type, id }) => ({ type, id })));
  assert.deepEqual(
    done.json<BulkMoveWorkspaceObjectsResponse>().moved.map(({ id }) => id),
    [one.id, two.id],
  );
});

test('the name of an undeclared field is told as far as a reader needs it, and many are told in part', async () => {
  for (const name of ['x'.repeat(500_000), '😀'.repeat(100_000), `${'"'.repeat(100_000)}\u0001`]) {
    const answer = await calls.call('POST', '/folders', { body: { name: 'Folder', [name]: 1 } });
    assert.equal(answer.statusCode, 400);
    const [issue] = answer.json<{ issues: { path: string; message: string }[] }>().issues;
    assert.equal(issue?.message, 'is not known here');
    assert.ok(issue.path.length <= limits.MAX_ISSUE_PATH_LENGTH + 1 && issue.path.isWellFormed());
    assert.ok(name.startsWith(issue.path.slice(0, -1)));
    assert.ok(answer.body.length < 10_000, String(answer.body.length));
  }
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, index]));
  const answer = await calls.call('POST', '/folders', { body: { name: 'Folder', ...many } });
  assert.equal(answer.json<{ issues: object[] }>().issues.length, limits.MAX_ISSUES);
});
