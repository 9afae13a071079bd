import type { PageInfo } from '@oriel/contract';
import { plainRow, type LazyRow, type TextRow } from '../db/statements/text-row.ts';
import type { ListAnswer } from './page.ts';

/**
 * Fields of items that are not columns of their rows as they stand, each by its row; undefined leaves the field out.
 * They stand for columns of the same name. What several rows have in common is best one object, which is then written
 * once.
 */
export type ComputedFields<Item, Row> = { readonly [Field in keyof Item]?: (row: Row) => Item[Field] };

/** The values of computed fields. */
type Values<Computed> = {
  [Field in keyof Computed]: Computed[Field] extends (row: never) => infer Value ? Value : never;
};

/** A row with the values of its computed fields. */
type Completed<Row, Computed> = Omit<Row, keyof Computed> & Values<Computed>;

/** What stands beside the items of a list. */
interface BesideItems {
  readonly pageInfo: PageInfo;
  /** How many items there are in all; null where they are not counted. */
  readonly count: number | null;
}

/**
 * The answer of a list as rows of the database, of which it is written without items in between
 * (`http/answers/row-writer.ts`): to make objects of rows and texts of objects is most of what a long list costs the
 * server. Made by {@link answerRows}.
 */
export class RowListAnswer<Item> {
  readonly rows: readonly TextRow[];
  readonly computed: Readonly<Record<string, (row: TextRow) => unknown>>;
  readonly rest: BesideItems;

  constructor({ rows, computed, rest }: Pick<RowListAnswer<Item>, 'rows' | 'computed' | 'rest'>) {
    this.rows = rows;
    this.computed = computed;
    this.rest = rest;
  }

  /** The same with items. */
  toListAnswer(): Omit<ListAnswer<Item>, 'count'> & BesideItems {
    // `answerRows` has seen to it that columns and computed fields together are those of an item.
    const items = this.rows.map((row) => ({
      ...plainRow<object>(row),
      ...valuesOf(row, this.computed),
    })) as Item[];
    return { items, data: items, ...this.rest };
  }
}

/** Answers a list with rows and their computed fields. */
export function answerRows<Row extends object, Computed extends ComputedFields<object, LazyRow<Row>>>(
  rows: readonly LazyRow<Row>[],
  computed: Computed,
  rest: BesideItems,
): RowListAnswer<Completed<Row, Computed>> {
  // The functions are called with these rows.
  return new RowListAnswer({ rows, computed: computed as RowListAnswer<unknown>['computed'], rest });
}

/** A row with its computed fields. */
export function withComputed<Row extends object, Computed extends ComputedFields<object, Row>>(
  row: Row,
  computed: Computed,
): Completed<Row, Computed> {
  return { ...row, ...valuesOf(row, computed) };
}

function valuesOf<Row, Computed extends object>(row: Row, computed: Computed): Values<Computed> {
  const fields = Object.entries<(row: Row) => unknown>(computed as Record<string, (row: Row) => unknown>);
  // Of each field its value.
  return Object.fromEntries(fields.map(([field, valueOf]) => [field, valueOf(row)])) as Values<Computed>;
}
