import type { ServerBrand, TSchema } from '@oriel/contract';
import { setImmediate } from 'node:timers/promises';
import { writeWithStored } from '../db/stored-json.ts';
import type { OnDamage } from './answer-check.ts';
import type { BatchedAnswer, ReadBatch } from '../paging/batched-answer.ts';
import { createBrandTranslation } from './brand-translation.ts';
import { createSerializer, type ListSchema } from './serialization.ts';

/** Gives chunks of an answer, and waits with each batch of items until it may. */
export type WriteBatches = (
  answer: BatchedAnswer,
  onDamage: OnDamage,
  takeTurn: () => Promise<() => void>,
) => AsyncGenerator<Buffer>;

/** The socket takes about so many bytes at a time. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Makes what writes a {@link BatchedAnswer} by the schema of the answer: each item is checked and written by itself, so that no text
 * is longer than an item. A turn is held until the bytes of a batch have been taken.
 *
 * @param brand of the names in the answer; default those of the contract
 */
export function createBatchWriter(schema: TSchema, brand?: ServerBrand): WriteBatches {
  // Answers that are batched are objects with lists.
  const { properties, required, ...rest } = schema as ListSchema & TSchema;
  const writers = new Map<string, WritePart>();
  const writerOf = (name: string, make: () => TSchema) => {
    const known = writers.get(name) ?? createPartWriter(make(), brand);
    writers.set(name, known);
    return known;
  };
  const restOf = (fields: readonly string[]) => ({
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !fields.includes(name))),
    required: required?.filter((name) => !fields.includes(name)) ?? [],
  });
  return async function* write({ fields, batches, rest: beside }, onDamage, takeTurn) {
    const written = writerOf(`beside ${fields.join()}`, () => restOf(fields))(beside, onDamage);
    yield Buffer.from(written.slice(0, -1));
    let isFirstField = written === '{}';
    for (const field of fields) {
      const writeItem = writerOf(field, () => (properties[field] as { items: TSchema }).items);
      yield Buffer.from(`${isFirstField ? '' : ','}${JSON.stringify(field)}:[`);
      isFirstField = false;
      let separator = '';
      for (const readBatch of batches) {
        const giveBack = await takeTurn();
        try {
          separator = yield* writeBatch(readBatch, (item) => writeItem(item, onDamage), separator);
        } finally {
          giveBack();
        }
      }
      yield Buffer.from(']');
    }
    yield Buffer.from('}');
  };
}

/**
 * Writes a batch of a list. A generator that waits holds everything that its variables have held, so the items are in one that ends
 * with the batch: others may take their turns before the next.
 *
 * @param first what is written before the first item
 * @returns what is to be written before the first item of the next batch
 */
async function* writeBatch(
  readBatch: ReadBatch<unknown>,
  writeItem: (item: unknown) => string,
  first: string,
): AsyncGenerator<Buffer, string> {
  let separator = first;
  for (const item of await readBatch()) {
    if (separator !== '') yield Buffer.from(separator);
    for (const part of writeWithStored(() => writeItem(item))) yield* inChunks(part);
    separator = ',';
    // Other requests come in between.
    await setImmediate();
  }
  return separator;
}

type WritePart = (part: unknown, onDamage: OnDamage) => string;

function createPartWriter(schema: TSchema, brand: ServerBrand | undefined): WritePart {
  const serialize = createSerializer(schema);
  const translate = brand && createBrandTranslation(schema, brand, 'toBrand');
  return (part, onDamage) => {
    const written = serialize(part, onDamage);
    return translate ? JSON.stringify(translate(JSON.parse(String(written)))) : String(written);
  };
}

/** The bytes of a text, of which few are held at a time. No pair of surrogates is divided. */
function* inChunks(text: string): Generator<Buffer> {
  let start = 0;
  while (start < text.length) {
    let end = start + CHUNK_CHARACTERS;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
