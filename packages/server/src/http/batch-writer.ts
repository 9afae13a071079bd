import type { ServerBrand, TSchema } from '@oriel/contract';
import { setImmediate } from 'node:timers/promises';
import { writeWithStored } from '../db/stored-json.ts';
import type { OnDamage } from './answer-check.ts';
import { BatchedAnswer } from '../paging/batched-answer.ts';
import { createBrandTranslation } from './brand-translation.ts';
import { createSerializer, type ListSchema } from './serialization.ts';

/** Gives chunks of an answer, and waits with each batch of items until it may. */
export type WriteBatches = (
  answer: BatchedAnswer,
  onDamage: OnDamage,
  takeTurn: TakeTurn,
) => AsyncGenerator<Buffer>;

type TakeTurn = () => Promise<() => void>;

/** The socket takes about so many bytes at a time. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Makes what writes a {@link BatchedAnswer} by the schema of the answer: each item is checked and written by itself, so that no text
 * is longer than an item. An item may itself come in batches. A turn is held until the bytes of a batch have been taken.
 *
 * @param brand of the names in the answer; default those of the contract
 */
export function createBatchWriter(schema: TSchema, brand?: ServerBrand): WriteBatches {
  const writeTexts = createTextWriter(schema, brand);
  return (answer, onDamage, takeTurn) => inChunks(writeTexts(answer, { onDamage, takeTurn }));
}

interface Writing {
  readonly onDamage: OnDamage;
  readonly takeTurn: TakeTurn;
}

/** Gives the texts of an answer, short and long ones. */
type WriteTexts = (answer: BatchedAnswer, writing: Writing) => AsyncGenerator<string>;

function createTextWriter(schema: TSchema, brand: ServerBrand | undefined): WriteTexts {
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
  const createItemWriter = (field: string) => {
    const writeItem = writerOf(field, () => itemOf(field));
    let writeBatched: WriteTexts | undefined;
    return async function* write(item: unknown, onDamage: OnDamage): AsyncGenerator<string> {
      if (item instanceof BatchedAnswer) {
        writeBatched ??= createTextWriter(itemOf(field), brand);
        yield* writeBatched(item, { onDamage, takeTurn: holdTurn });
      } else yield* writeWithStored(() => writeItem(item, onDamage));
    };
  };
  return async function* write({ fields, batches, rest: beside }, { onDamage, takeTurn }) {
    const before = writerOf(`beside ${fields.join()}`, () => restOf(fields))(beside, onDamage);
    yield before.slice(0, -1);
    let isFirstField = before === '{}';
    for (const field of fields) {
      const writeItem = createItemWriter(field);
      yield `${isFirstField ? '' : ','}${JSON.stringify(field)}:[`;
      isFirstField = false;
      let separator = '';
      for (const readBatch of batches) {
        const giveBack = await takeTurn();
        try {
          for (const item of await readBatch()) {
            yield separator;
            yield* writeItem(item, onDamage);
            separator = ',';
          }
        } finally {
          giveBack();
        }
      }
      yield ']';
    }
    yield '}';
  };
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

/** The bytes of texts, of which few are held at a time: short ones together, long ones divided. Other requests come in between. */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = '';
  for await (const text of texts) {
    if (held.length + text.length < CHUNK_CHARACTERS) {
      held += text;
      continue;
    }
    for (const chunk of [held, ...divide(text)]) {
      if (chunk !== '') yield Buffer.from(chunk);
      await setImmediate();
    }
    held = '';
  }
  if (held !== '') yield Buffer.from(held);
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
