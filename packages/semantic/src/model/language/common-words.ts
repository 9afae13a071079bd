/** Words that authors bring from databases and other tools, and what to write instead: a word, or a whole sentence. */
export type CommonWords = Readonly<Record<string, string>>;

const columns = (type: string, ...words: string[]) => Object.fromEntries(words.map((word) => [word, type]));

const columnTypes: CommonWords = {
  ...columns(
    'number',
    'int',
    'integer',
    'bigint',
    'smallint',
    'float',
    'double',
    'real',
    'decimal',
    'numeric',
  ),
  ...columns('string', 'text', 'varchar', 'char', 'uuid', 'str', 'json', 'enum'),
  ...columns('boolean', 'bool', 'yesno'),
  ...columns('time', 'date', 'datetime', 'timestamp', 'timestamptz'),
};

const AGGREGATE = 'A dimension is not aggregated; make it a measure.';

/** Types that people from other tools write for those of dimensions. */
export const dimensionWords: CommonWords = {
  ...columnTypes,
  ...columns(AGGREGATE, 'count', 'countdistinct', 'sum', 'avg', 'min', 'max'),
};

const PERCENTILE =
  'Write the aggregate as sql of a measure of type number, such as percentile_cont(0.5) within group (order by {CUBE}.amount).';

/** Types that people from other tools write for those of measures. */
export const measureWords: CommonWords = {
  ...columnTypes,
  ...columns('avg', 'average', 'mean'),
  ...columns('sum', 'total'),
  ...columns('min', 'minimum'),
  ...columns('max', 'maximum'),
  ...columns('count_distinct', 'distinct', 'distinctcount', 'countunique', 'uniquecount', 'unique'),
  ...columns(PERCENTILE, 'median', 'percentile', 'stddev', 'variance'),
  ...columns('Write type: sum with rolling_window: { trailing: unbounded }.', 'cumulative', 'runningsum'),
};

const LINK_TABLE = 'Make a cube of the table that links the two: each of them joins it by one_to_many.';

/** Words of older models and other tools for relationships of joins. */
export const relationshipWords: CommonWords = {
  ...columns(LINK_TABLE, 'manytomany', 'hasandbelongstomany', 'nm', 'mn', 'nn'),
  ...columns('many_to_one', 'nto1', 'n1', 'manytoone'),
  ...columns('one_to_many', '1ton', '1n', 'onetomany'),
  ...columns('one_to_one', '1to1', '11', 'onetoone'),
};

/** Signs and words that people write for operators of filters. */
export const operatorWords: CommonWords = {
  ...columns('equals', 'eq', 'is', 'equal', '=', '=='),
  ...columns('notEquals', 'ne', 'neq', 'isnot', 'notequal', '!=', '<>'),
  ...columns('gt', '>', 'greaterthan', 'above'),
  ...columns('gte', '>=', 'ge'),
  ...columns('lt', '<', 'lessthan', 'below'),
  ...columns('lte', '<=', 'le'),
  ...columns('contains', 'like', 'ilike'),
  ...columns('inDateRange', 'between', 'daterange'),
  ...columns('notSet', 'isnull', 'null'),
  ...columns('set', 'isnotnull', 'notnull', 'exists'),
};

/** What to write for such a word; undefined for any other. */
export function hintForWord(word: string, words: CommonWords): string | undefined {
  const plain = word.toLowerCase().trim();
  const known = [plain, plain.replaceAll(/[^a-z0-9]/g, '')].find((key) => Object.hasOwn(words, key));
  const found = known === undefined ? undefined : words[known];
  if (found === undefined) return undefined;
  return found.includes(' ') ? found : `Did you mean ${found}?`;
}
