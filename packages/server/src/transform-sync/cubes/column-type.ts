import type { DbtColumn } from '../../db/values/stored-manifest.ts';
import { toIdentifier } from '../manifest/to-identifier.ts';

/** The types of dimensions that columns become. */
type DimensionType = 'string' | 'number' | 'time' | 'boolean';

const byDataType: readonly [DimensionType, RegExp][] = [
  ['boolean', /^bool/],
  ['time', /^(date|datetime|smalldatetime|timestamp)/],
  [
    'number',
    /^(tiny|small|medium|big|huge|byte|u)*int(eger)?\b|^(u?int\d+|number|numeric|decimal|dec\b|bignumeric|bigdecimal|float|double|real|money|smallmoney|long|short|byteint|serial|bigserial)/,
  ],
];

const byName: readonly [DimensionType, RegExp][] = [
  ['string', /(^|_)(id|uuid|guid|key|sk|pk|fk)$/],
  ['time', /_(at|date|datetime|timestamp|ts|on)$|^(date|datetime|timestamp)$/],
  ['boolean', /^(is|has|was|can|should)_/],
  [
    'number',
    /(^|_)(amount|price|cost|revenue|total|subtotal|tax|fee|discount|quantity|qty|spend|sales|profit|balance|budget|count)s?$/,
  ],
];

/** Names of what makes sense as a sum. */
const SUMMABLE =
  /(^|_)(amount|price|cost|revenue|total|subtotal|tax|fee|discount|quantity|qty|spend|sales|profit|balance|budget|value)s?$|^(total|amount|revenue|cost)_/;

/** The type of a dimension: from the type that was declared, else from the name. */
export function dimensionTypeOf({ name, dataType }: Pick<DbtColumn, 'name' | 'dataType'>): DimensionType {
  const declared = dataType === undefined ? undefined : unwrap(dataType.trim().toLowerCase());
  const [text, patterns] = declared === undefined ? [wordsOf(name), byName] : [declared, byDataType];
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'string';
}

/** Whether a column is a number that is added up. */
export function isSummable(column: Pick<DbtColumn, 'name' | 'dataType'>): boolean {
  return dimensionTypeOf(column) === 'number' && SUMMABLE.test(wordsOf(column.name));
}

const wordsOf = (name: string) => toIdentifier(name.toLowerCase());

/** ClickHouse writes `Nullable(Int64)`. */
function unwrap(type: string): string {
  const inner = /^(?:nullable|lowcardinality)\((.*)\)$/.exec(type)?.[1];
  return inner === undefined ? type : unwrap(inner);
}
