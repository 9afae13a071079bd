/** Reads some consecutive items of an answer. */
export type ReadBatch<Item> = () => Promise<readonly Item[]>;

/**
 * An answer with a list of items that may be large together, such as a hundred workbooks with their dashboards: they
 * are read and written batch by batch, at the pace of the reader, so that the server holds one batch at a time. It is
 * written as the answer with all of them in `fields` would be.
 */
export class BatchedAnswer<Answer = unknown> {
  /**
   * The fields of the answer that hold the items; more than one where an answer repeats its items for older clients.
   */
  readonly fields: readonly string[];
  readonly batches: readonly ReadBatch<unknown>[];
  /** The answer without these fields. */
  readonly rest: object;

  constructor({
    fields,
    batches,
    rest,
  }: {
    fields: readonly (keyof Answer & string)[];
    batches: readonly ReadBatch<unknown>[];
    rest: Partial<Answer> & object;
  }) {
    this.fields = fields;
    this.batches = batches;
    this.rest = rest;
  }
}

/** An answer with items that may come in batches. */
export type Batched<Answer> = Answer | BatchedAnswer<Answer>;

/** What is read for an answer with items. */
interface ItemsOfAnswer<Answer, Ref> {
  /** The fields of the answer that hold the items. */
  readonly fields: readonly (keyof Answer & string)[];
  /** What the items are read by, in order. */
  readonly refs: readonly Ref[];
  /** Bytes of the documents of an item. */
  bytesOf(ref: Ref): number;
  read(refs: readonly Ref[]): Promise<readonly unknown[]>;
  /** The answer without its items. */
  readonly rest: Partial<Answer> & object;
}

/** Answers with items: at once where they are small together, else in batches. */
export async function answerItems<Answer extends object, Ref>({
  fields,
  refs,
  bytesOf,
  read,
  rest,
}: ItemsOfAnswer<Answer, Ref>): Promise<Batched<Answer>> {
  const [first = [], ...others] = divideByBytes(refs, bytesOf);
  if (others.length > 0)
    return new BatchedAnswer<Answer>({
      fields,
      batches: [first, ...others].map((batch) => () => read(batch)),
      rest,
    });
  const items = await read(first);
  // The fields are those of the items.
  return { ...rest, ...Object.fromEntries(fields.map((field) => [field, items])) } as Answer;
}

/** Documents of so many bytes are read at once; a batch has one item that is larger. */
export const MAX_BATCH_BYTES = 1024 * 1024;

/** Divides consecutive items into batches of at most {@link MAX_BATCH_BYTES}, each with one item at least. */
export function divideByBytes<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[][] {
  const batches: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const bytes = bytesOf(item);
    if (batches.length === 0 || bytes > room) {
      batches.push([]);
      room = MAX_BATCH_BYTES;
    }
    batches.at(-1)?.push(item);
    room -= bytes;
  }
  return batches;
}
