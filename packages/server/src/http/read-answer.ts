import type { Bytes, Operation, Reply, TSchema } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { createBatchWriter } from './answers/batch-writer.ts';
import { BatchedAnswer } from '../paging/batched-answer.ts';
import { KeptAnswer } from './answers/kept-answer.ts';
import { createPageWriter } from './answers/page-writer.ts';

/** More than any reader within the server takes in. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/**
 * Makes the function that reads what the handler of an operation answers with as the JSON that a client would read. An
 * operation with several answers gives the status beside the body.
 *
 * @throws a plain error for an answer that is larger than {@link MAX_READ_BYTES}
 */
export function readAnswer(
  operation: Operation,
  log: FastifyBaseLogger,
): (result: unknown) => Promise<unknown> {
  const readers = new Map(
    Object.entries(operation.answers)
      .filter(([, { body }]) => body === 'value')
      .map(([status, { schema }]) => [Number(status), createReader(schema, log)]),
  );
  const [only] = readers.values();
  return async (result) => {
    if (operation.hasPlainAnswer) return only?.(result);
    // The types of the handler see to it.
    const { status, body } = result as Reply;
    const read = readers.get(status);
    return { status, body: read ? await read(body) : await readJson(body as Bytes | undefined) };
  };
}

function createReader(schema: TSchema, log: FastifyBaseLogger): (body: unknown) => Promise<unknown> {
  const serialize = createPageWriter(schema);
  const writeBatches = createBatchWriter(schema);
  const onDamage = (damage: unknown) =>
    log.error({ damage }, 'What is stored does not meet the schema of the answer');
  return async (body) => {
    if (body instanceof BatchedAnswer) {
      // As large as an answer that comes at once, which is not bounded here either.
      const chunks = await Array.fromAsync(writeBatches(body, onDamage, async () => () => {}));
      return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
    }
    const plain = body instanceof KeptAnswer ? body.answer : body;
    return JSON.parse(String(serialize(plain, onDamage))) as unknown;
  };
}

async function readJson(content: Bytes | undefined): Promise<unknown> {
  if (content === undefined) return undefined;
  const text = await readText(content);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

async function readText(content: Bytes): Promise<string> {
  if (typeof content === 'string') return content;
  if (content instanceof Uint8Array) return Buffer.from(content).toString('utf8');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.byteLength;
    if (size > MAX_READ_BYTES) throw new Error('The answer is larger than can be read within the server');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
