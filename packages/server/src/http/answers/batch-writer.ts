import type { ServerBrand, TSchema } from '@oriel/contract';
import { setImmediate } from 'node:timers/promises';
import { writeWithStored } from '../../db/values/stored-json.ts';
import type { OnDamage } from './answer-check.ts';
import { BatchedAnswer, type ReadBatch } from '../../paging/batched-answer.ts';
import { createBrandTranslation } from './brand-translation.ts';
import { createSerializer, type ListSchema } from './serialization.ts';

/** Gives chunks of an answer, and waits with each batch of items until it may. */
type WriteBatches = (answer: BatchedAnswer, onDamage: OnDamage, takeTurn: TakeTurn) => AsyncGenerator<Buffer>;

type TakeTurn = () => Promise<() => void>;

/** The socket takes about so many bytes at a time. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Makes what writes a {@link BatchedAnswer} by the schema of the answer: each item is checked and written by itself, so
 * that no text is longer than an item. An item may itself come in batches. A turn is held until the bytes of a batch
 * have been taken.
 *
 * @param brand of the names in the answer; default those of the contract
 */
export function createBatchWriter(schema: TSchema, brand?: ServerBrand): WriteBatches {
  const writePieces = createPieceWriter(schema, brand);
  return (answer, onDamage, takeTurn) => joined(writePieces(answer, { onDamage, takeTurn }));
}

interface Writing {
  readonly onDamage: OnDamage;
  readonly takeTurn: TakeTurn;
}

/** Gives the bytes of an answer in pieces, short ones too. */
type WritePieces = (answer: BatchedAnswer, writing: Writing) => AsyncGenerator<Buffer>;

/** Gives the bytes of an item, or its text in parts. */
type WriteItem = (item: unknown, onDamage: OnDamage) => AsyncGenerator<Buffer> | string[];

function createPieceWriter(schema: TSchema, brand: ServerBrand | undefined): WritePieces {
  // Answers that are batched are objects with lists.
  const { properties, required, ...rest } = schemaOf(schema) as ListSchema & TSchema;
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
  const itemOf = (field: string) => (schemaOf(properties[field] ?? {}) as { items: TSchema }).items;
  const createItemWriter = (field: string): WriteItem => {
    const writeItem = writerOf(field, () => itemOf(field));
    let writeBatched: WritePieces | undefined;
    return (item, onDamage) => {
      if (!(item instanceof BatchedAnswer)) return writeWithStored(() => writeItem(item, onDamage));
      writeBatched ??= createPieceWriter(itemOf(field), brand);
      return writeBatched(item, { onDamage, takeTurn: holdTurn });
    };
  };
  return async function* write({ fields, batches, rest: beside }, { onDamage, takeTurn }) {
    const written = writerOf(`beside ${fields.join()}`, () => restOf(fields))(beside, onDamage);
    yield* inPieces(written.slice(0, -1));
    let isFirstField = written === '{}';
    for (const field of fields) {
      const writeItem = createItemWriter(field);
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
 * Writes a batch of a list. A generator that waits holds everything that its variables have held, so the items are in
 * one that ends with the batch, and leaves bytes alone: others may take their turns before the next.
 *
 * @param first what is written before the first item
 * @returns what is to be written before the first item of the next batch
 */
async function* writeBatch(
  readBatch: ReadBatch<unknown>,
  writeItem: (item: unknown) => ReturnType<WriteItem>,
  first: string,
): AsyncGenerator<Buffer, string> {
  let separator = first;
  // Short texts are put together here, where that costs least.
  let held = '';
  for (const item of await readBatch()) {
    held += separator;
    separator = ',';
    const written = writeItem(item);
    if (!Array.isArray(written)) {
      yield* inPieces(held);
      held = '';
      yield* written;
      continue;
    }
    for (const text of written) {
      if (held.length + text.length < CHUNK_CHARACTERS) {
        held += text;
        continue;
      }
      yield* inPieces(held);
      yield* inPieces(text);
      held = '';
    }
  }
  yield* inPieces(held);
  return separator;
}

/** For what is written within a batch: its turn is held already. */
const holdTurn: TakeTurn = async () => () => {};

/** The schema itself, of one that only has another description. */
function schemaOf(schema: TSchema): TSchema {
  const { allOf: [inner] = [] } = schema as { allOf?: readonly TSchema[] };
  return inner ? schemaOf(inner) : schema;
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

/** Puts short pieces together. Other requests come in between. */
async function* joined(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK_CHARACTERS) continue;
    yield held.length === 1 ? piece : Buffer.concat(held);
    [held, bytes] = [[], 0];
    await setImmediate();
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** The bytes of a text in pieces. A part of a text would hold the whole of it, bytes do not. */
function* inPieces(text: string): Generator<Buffer> {
  for (const part of divide(text)) yield Buffer.from(part);
}

/** No pair of surrogates is divided. */
function* divide(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = start + CHUNK_CHARACTERS;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
