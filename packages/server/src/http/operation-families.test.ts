import fastifyCookie from '@fastify/cookie';
import { serverBrands } from '@oriel/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { anyone } from '../../../contract/src/access.ts';
import {
  bytes,
  eventStream,
  form,
  json,
  jsonLines,
  multipart,
  nothing,
  operationsTagged,
  upload,
  value,
} from '../../../contract/src/operation.ts';
import { id, input, integer, list, object, optional, text } from '../../../contract/src/schema.ts';
import { checkOpenApi, readOpenApi } from '../test/requests/openapi-checks.ts';
import type { Handlers } from './handler.ts';
import { noteKnownMethods } from './requests/known-methods.ts';
import { registerOperations } from './operations.ts';
import { installProblemAnswers } from './problems/problem.ts';
import { createStorage } from '../db/storage.ts';
import { createAnswerTurns } from './answers/answer-turns.ts';
import { createStopping } from './listening/stopping.ts';
import { installBodyParsers } from './requests/request-body.ts';

/** What the families of operations to come need of the table, each in the smallest operation that shows it. */
const operation = operationsTagged('Test');

const about = { summary: 'Test', description: 'Test.', access: anyone };
const count = integer('A number.', { minimum: 1 });
const line = object('A line.', { n: count });
const MAX_UPLOAD_BYTES = 64 * 1024;

const table = {
  sendForm: operation('POST /form', {
    ...about,
    body: form(
      input('A form.', { name: text('A name.'), count, tags: optional(list(text('A tag.'), 'Tags.')) }),
    ),
    answer: object('What came.', {
      name: text('The name.'),
      count,
      tags: optional(list(text('A tag.'), 'Tags.')),
    }),
    problems: 'oauth',
  }),
  sendFiles: operation('POST /files', {
    ...about,
    body: multipart(input('An upload.', { title: text('A title.'), count, file: upload('A file.') }), {
      maxBytes: MAX_UPLOAD_BYTES,
    }),
    answer: object('What came.', { title: text('The title.'), count, name: text('The file.'), size: count }),
  }),
  createScimUser: operation('POST /scim/Users', {
    ...about,
    body: json(input('A user.', { userName: text('A name.', { minLength: 1 }) }), {
      mediaType: 'application/scim+json',
    }),
    answers: {
      201: value('Created.', object('A user.', { id: text('Its id.'), userName: text('A name.') }), {
        mediaType: 'application/scim+json',
        headers: { location: text('Its address.') },
      }),
    },
    problems: 'scim',
  }),
  changeIfSame: operation('PUT /documents/{folderId}', {
    ...about,
    record: null,
    headers: {
      'if-match': text('The version.', { minLength: 3 }),
      'idempotency-key': optional(id('A key.')),
    },
    answers: {
      200: value('Changed.', line, { headers: { etag: text('The new version.') } }),
      202: nothing('Begun.', { 'retry-after': count }),
      302: nothing('Elsewhere.', { location: text('Where.') }),
      204: nothing('Nothing to do.'),
    },
  }),
  download: operation('GET /download', {
    ...about,
    answers: { 200: bytes('Bytes.', 'application/octet-stream') },
  }),
  downloadChunks: operation('GET /chunks', { ...about, answers: { 200: bytes('Bytes.', 'text/csv') } }),
  failMidway: operation('GET /broken', { ...about, answers: { 200: bytes('Bytes.', 'text/csv') } }),
  listLines: operation('GET /lines', { ...about, answers: { 200: jsonLines('Lines.', line) } }),
  follow: operation('GET /events', { ...about, answers: { 200: eventStream('Events.', line) } }),
  wait: operation('GET /waiting', {
    ...about,
    query: { n: optional(integer('Whether the work stops by itself.')) },
    answer: line,
  }),
  storeImpossible: operation('GET /impossible', {
    ...about,
    query: { n: optional(integer('A number.')) },
    answer: line,
  }),
};

/** Level of the log. */
const INFO = 30;
let aborted: (() => void) | undefined;
let waiting: (() => void) | undefined;
const logged: { level: number; msg: string }[] = [];
let onLogged: (() => void) | undefined;
const stream = {
  write(entry: string) {
    logged.push(JSON.parse(entry));
    onLogged?.();
  },
};

const handlers: Handlers<typeof table> = {
  sendForm: async ({ body }) => body,
  sendFiles: async ({ body: { title, count: sent, file } }) => ({
    title,
    count: sent,
    name: file.name,
    size: file.bytes.byteLength,
  }),
  createScimUser: async ({ body }) => ({
    status: 201,
    body: { id: '7', userName: body.userName },
    headers: { location: '/scim/Users/7' },
  }),
  changeIfSame: async ({ params, headers }) => {
    switch (params.folderId) {
      case 1:
        return { status: 200, body: { n: headers['idempotency-key'] ?? 1 }, headers: { etag: '"2"' } };
      case 2:
        return { status: 202, headers: { 'retry-after': 3 } };
      case 3:
        return { status: 302, headers: { location: '/elsewhere' } };
      default:
        return { status: 204 };
    }
  },
  download: async () => ({ status: 200, body: new Uint8Array([0, 255, 1]) }),
  downloadChunks: async () => ({ status: 200, body: chunks(['a,b\n', '1,2\n']) }),
  failMidway: async () => ({ status: 200, body: failing() }),
  listLines: async () => ({ status: 200, body: chunks(['{"n":1}\n', '{"n":2}\n']) }),
  follow: async ({ signal }) => ({ status: 200, body: untilAborted(signal) }),
  wait: async ({ query: { n }, signal }) => {
    if (n === undefined) waiting?.();
    else AbortSignal.abort().throwIfAborted();
    await once(signal, 'abort');
    signal.throwIfAborted();
    return { n: 0 };
  },
  storeImpossible: async () => {
    throw Object.assign(new Error('integer out of range'), { code: '22003' });
  },
};

async function* chunks(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

async function* failing(): AsyncGenerator<string> {
  yield 'a,b\n';
  throw new Error('The source has gone');
}

async function* untilAborted(signal: AbortSignal): AsyncGenerator<string> {
  yield 'data: {"n":1}\n\n';
  await once(signal, 'abort');
  aborted?.();
}

let app: FastifyInstance;
let url: string;
const undeclared: string[] = [];
before(async () => {
  app = Fastify({ logger: { level: 'info', stream } });
  app.decorateRequest('authentication');
  installProblemAnswers(app, noteKnownMethods(app), (operationId, code) =>
    undeclared.push(`${operationId} ${code}`),
  );
  await installBodyParsers(app);
  await app.register(fastifyCookie);
  registerOperations(app, table, handlers, {
    brand: serverBrands.svc,
    authenticate: async () => ({ principal: { kind: 'anonymous', tenantId: 1 }, deployment: undefined }),
    baseUrlOf: () => 'http://localhost',
    ownAddress: { vouched: async () => 'http://localhost' },
    storage: createStorage({ folders: [], reserveBytes: 0 }),
    stopping: createStopping(),
    answerTurns: createAnswerTurns(),
    onWritten: async () => {},
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  await app.close();
  assert.deepEqual(undeclared, []);
});

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

test('a form has numbers and lists as its schema says', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/form',
    headers: formType,
    payload: 'name=a&count=3&tags=x&tags=y',
  });
  assert.deepEqual(answer.json(), { name: 'a', count: 3, tags: ['x', 'y'] });
});

test('a form that is refused is refused in the format of its family', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/form',
    headers: formType,
    payload: 'name=a&count=none',
  });
  assert.equal(answer.statusCode, 400);
  const { error, error_description: description } = answer.json() as Record<string, string>;
  assert.equal(error, 'invalid_request');
  assert.match(description ?? '', /count must be integer/);
  const other = await app.inject({ method: 'POST', url: '/form', payload: { name: 'a' } });
  assert.equal(other.statusCode, 415);
});

function uploadOf(file: Blob, fields: Record<string, string> = { title: 'T', count: '2' }): FormData {
  const data = new FormData();
  for (const [name, field] of Object.entries(fields)) data.append(name, field);
  data.append('file', file, 'rows.csv');
  return data;
}

test('an upload arrives with its fields and files', async () => {
  const answer = await fetch(`${url}/files`, { method: 'POST', body: uploadOf(new Blob(['a,b'])) });
  assert.deepEqual(await answer.json(), { title: 'T', count: 2, name: 'rows.csv', size: 3 });
});

test('an upload beyond its limit is refused with the limit', async () => {
  const file = new Blob(['x'.repeat(MAX_UPLOAD_BYTES + 1)]);
  const answer = await fetch(`${url}/files`, { method: 'POST', body: uploadOf(file) });
  assert.equal(answer.status, 413);
  const { code, message } = (await answer.json()) as Record<string, string>;
  assert.equal(code, 'payload_too_large');
  assert.match(message ?? '', new RegExp(String(MAX_UPLOAD_BYTES)));
});

const broken = {
  'without a boundary': { type: 'multipart/form-data', payload: 'text' },
  'that breaks off': {
    type: 'multipart/form-data; boundary=x',
    payload: '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nT',
  },
  'with a field named after the prototype': {
    type: 'multipart/form-data; boundary=x',
    payload: '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nT\r\n--x--\r\n',
  },
};

for (const [what, { type, payload }] of Object.entries(broken))
  test(`an upload ${what} is refused`, async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/files',
      headers: { 'content-type': type },
      payload,
    });
    assert.equal(answer.statusCode, 400, answer.body);
  });

test('SCIM is taken and answered in its media type, and refused in its format', async () => {
  const send = (payload: object) =>
    app.inject({
      method: 'POST',
      url: '/scim/Users',
      headers: { 'content-type': 'application/scim+json' },
      payload: JSON.stringify(payload),
    });
  const created = await send({ userName: 'ada' });
  assert.deepEqual([created.statusCode, created.headers.location], [201, '/scim/Users/7']);
  assert.match(String(created.headers['content-type']), /^application\/scim\+json/);
  const refused = await send({ userName: '' });
  assert.match(String(refused.headers['content-type']), /^application\/scim\+json/);
  const { schemas, status } = refused.json() as { schemas: string[]; status: string };
  assert.deepEqual([schemas, status], [['urn:ietf:params:scim:api:messages:2.0:Error'], '400']);
});

const change = (folderId: number, headers: Record<string, string>) =>
  app.inject({ method: 'PUT', url: `/documents/${folderId}`, headers });

test('request headers are checked by their schemas', async () => {
  assert.equal((await change(1, {})).statusCode, 400);
  assert.equal((await change(1, { 'if-match': '""' })).statusCode, 400);
  assert.equal((await change(1, { 'if-match': '"1"', 'idempotency-key': 'none' })).statusCode, 400);
});

test('an operation answers with one of several statuses and its headers', async () => {
  const headers = { 'if-match': '"1"', 'idempotency-key': '5' };
  const answers = await Promise.all([1, 2, 3, 4].map((folderId) => change(folderId, headers)));
  assert.deepEqual(
    answers.map(({ statusCode, body }) => [statusCode, body]),
    [
      [200, '{"n":5}'],
      [202, ''],
      [302, ''],
      [204, ''],
    ],
  );
  const [changed, begun, elsewhere] = answers;
  assert.equal(changed?.headers.etag, '"2"');
  assert.equal(begun?.headers['retry-after'], '3');
  assert.equal(elsewhere?.headers.location, '/elsewhere');
});

test('bytes go out as they are, whole or chunk by chunk', async () => {
  const whole = await app.inject('/download');
  assert.deepEqual([...whole.rawPayload], [0, 255, 1]);
  assert.equal(whole.headers['content-type'], 'application/octet-stream');
  assert.equal(await (await fetch(`${url}/chunks`)).text(), 'a,b\n1,2\n');
  const lines = await fetch(`${url}/lines`);
  assert.match(lines.headers.get('content-type') ?? '', /^application\/x-ndjson/);
  assert.equal(await lines.text(), '{"n":1}\n{"n":2}\n');
});

test('a stream that fails midway cuts the connection', async () => {
  await assert.rejects(async () => (await fetch(`${url}/broken`)).text());
});

test('events stop when the client has gone', async () => {
  const stopped = new Promise<void>((resolve) => {
    aborted = resolve;
  });
  const request = get(`${url}/events`);
  const [answer] = await once(request, 'response');
  const [first] = await once(answer, 'data');
  assert.equal(String(first), 'data: {"n":1}\n\n');
  request.destroy();
  await stopped;
});

test('work that its client has cancelled is no error in the log; work that stops by itself is one', async () => {
  const begun = new Promise<void>((resolve) => {
    waiting = resolve;
  });
  const cancelled = () => logged.find(({ msg }) => msg.startsWith('The client closed the connection'));
  const told = new Promise<void>((resolve) => {
    onLogged = () => cancelled() && resolve();
  });
  logged.length = 0;
  const request = get(`${url}/waiting`);
  request.on('error', () => undefined);
  await begun;
  request.destroy();
  await told;
  assert.equal(cancelled()?.level, INFO);
  assert.deepEqual(
    logged.filter(({ level }) => level > INFO),
    [],
  );
  assert.equal((await fetch(`${url}/waiting?n=1`)).status, 500);
  assert.deepEqual(
    logged.filter(({ level }) => level > INFO).map(({ msg }) => msg),
    ['The request failed'],
  );
});

test('what the database says of a value is a refusal', async () => {
  const answer = await app.inject('/impossible');
  assert.deepEqual([answer.statusCode, (answer.json() as { code: string }).code], [400, 'invalid_request']);
});

test('the families are described as every other operation is', async () => {
  const document = readOpenApi({ version: '1.2.3', table });
  await checkOpenApi(document);
  const { sendFiles, changeIfSame, follow, createScimUser } = Object.fromEntries(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((each) => [each.operationId, each]),
    ),
  );
  assert.deepEqual(Object.keys(sendFiles?.requestBody?.content ?? {}), ['multipart/form-data']);
  assert.deepEqual(Object.keys(follow?.responses['200']?.content ?? {}), ['text/event-stream']);
  assert.deepEqual(Object.keys(createScimUser?.responses['400']?.content ?? {}), ['application/scim+json']);
  for (const status of ['200', '202', '204', '302']) assert.ok(changeIfSame?.responses[status], status);
});
