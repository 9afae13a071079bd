import { didYouMean } from '../model/language/nearest-name.ts';
import { isAggregate, type Measure } from '../model/definitions/model.ts';
import { measureResultType } from '../members/measure-result-type.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { fieldError } from './field-error.ts';
import type { BinaryOperator, FieldCall, FieldExpression } from './field-expression.ts';
import {
  fieldAggregates,
  fieldFunctions,
  MAX_ROUNDED_DECIMALS,
  tableCalculations,
  type FieldFunction,
} from './field-functions.ts';
import {
  callOf,
  partList,
  parts,
  type FieldAggregate,
  type FieldLevel,
  type FieldPart,
  type FieldType,
  type WrittenField,
} from './written-field.ts';

/** What the names of an expression mean, and what is gathered while it is written. */
export interface FieldScope {
  /**
   * The member that a path names, or the expression of another field, which is written in its place.
   *
   * @throws QueryError for what the caller may not know of
   */
  resolve(path: readonly string[], at: number): ResolvedName;
  readonly aggregates: FieldAggregate[];
  /** Counts one more part. @throws QueryError beyond the most that a field may have */
  countPart(at: number): void;
}

/** What a name in an expression stands for. */
export type ResolvedName =
  | { readonly kind: 'member'; readonly ref: MemberRef; readonly granularity?: string }
  | { readonly kind: 'field'; readonly expression: FieldExpression; readonly scope: FieldScope };

/**
 * Writes an expression as SQL, with every type checked: what is written fails on no row, so that a condition tells
 * nothing of rows that a policy hides. Division by zero is null.
 *
 * @throws QueryError `invalid_expression`
 */
export function writeField(expression: FieldExpression, scope: FieldScope): WrittenField {
  scope.countPart(expression.at);
  switch (expression.kind) {
    case 'number':
      // As a double on one engine and a numeric on another, neither of which overflows.
      return { parts: parts`${expression.text}e0`, type: 'number', level: 'constant' };
    case 'text':
      return {
        parts: [{ kind: 'value', value: expression.text, type: 'string' }],
        type: 'string',
        level: 'constant',
      };
    case 'boolean':
      return { parts: parts`${expression.value ? 'TRUE' : 'FALSE'}`, type: 'boolean', level: 'constant' };
    case 'null':
      return { parts: parts`NULL`, type: 'null', level: 'constant' };
    case 'member':
      return writeMember(expression.path, expression.at, scope);
    case 'unary':
      return writeUnary(expression, scope);
    case 'binary':
      return writeBinary(expression, scope);
    case 'is-null': {
      const operand = writeField(expression.operand, scope);
      const test = expression.isNot ? 'IS NOT NULL' : 'IS NULL';
      return { parts: parts`(${operand.parts} ${test})`, type: 'boolean', level: operand.level };
    }
    case 'in':
      return writeIn(expression, scope);
    case 'case':
      return writeCase(expression, scope);
    case 'call':
      return writeCall(expression, scope);
    default:
      return expression satisfies never;
  }
}

function writeMember(path: readonly string[], at: number, scope: FieldScope): WrittenField {
  const found = scope.resolve(path, at);
  if (found.kind === 'field') return writeField(found.expression, found.scope);
  const { ref, granularity } = found;
  const { member, name } = ref;
  if (member.kind === 'measure') {
    const type = measureTypeOf(member);
    return { parts: [converted(ref, type)], type, level: 'group' };
  }
  if (member.kind === 'segment') return { parts: [{ kind: 'member', ref }], type: 'boolean', level: 'row' };
  if (member.type === 'time')
    // Wall clock of the query's zone, as what it is compared with; a second is the finest that there is.
    return {
      parts: [{ kind: 'member', ref, granularity: granularity ?? 'second' }],
      type: 'time',
      level: 'row',
    };
  if (granularity !== undefined) throw fieldError(at, `${name} is no time and has no granularity`);
  const type = member.type === 'geo' || member.type === 'switch' ? 'string' : member.type;
  return { parts: [converted(ref, type)], type, level: 'row' };
}

function converted(ref: MemberRef, type: FieldType): FieldPart {
  if (type === 'number') return { kind: 'member', ref, as: 'number' };
  return type === 'string' ? { kind: 'member', ref, as: 'text' } : { kind: 'member', ref };
}

function measureTypeOf(measure: Measure): FieldType {
  const type = measureResultType(measure);
  return type === 'string' || type === 'boolean' || type === 'time' ? type : 'number';
}

function writeUnary(
  { operator, operand, at }: Extract<FieldExpression, { kind: 'unary' }>,
  scope: FieldScope,
): WrittenField {
  const type = operator === '-' ? 'number' : 'boolean';
  const inner = writeField(operand, scope);
  requireType(inner, type, operator, at);
  return {
    parts: operator === '-' ? parts`(- ${inner.parts})` : parts`(NOT ${inner.parts})`,
    type,
    level: inner.level,
  };
}

const OPERANDS: Record<BinaryOperator, { takes?: FieldType; gives: FieldType }> = {
  OR: { takes: 'boolean', gives: 'boolean' },
  AND: { takes: 'boolean', gives: 'boolean' },
  '=': { gives: 'boolean' },
  '<>': { gives: 'boolean' },
  '<': { gives: 'boolean' },
  '<=': { gives: 'boolean' },
  '>': { gives: 'boolean' },
  '>=': { gives: 'boolean' },
  '+': { takes: 'number', gives: 'number' },
  '-': { takes: 'number', gives: 'number' },
  '*': { takes: 'number', gives: 'number' },
  '/': { takes: 'number', gives: 'number' },
  '||': { takes: 'string', gives: 'string' },
};

function writeBinary(
  { operator, left, right, at }: Extract<FieldExpression, { kind: 'binary' }>,
  scope: FieldScope,
): WrittenField {
  const { takes, gives } = OPERANDS[operator];
  const sides = [writeField(left, scope), writeField(right, scope)];
  const [first, second] = takes ? sides : asOneType(sides, `The operator ${operator}`, at);
  if (!first || !second) throw new Error('An operator has two sides');
  if (takes) for (const side of [first, second]) requireType(side, takes, operator, at);
  const level = levelOf([first, second], at);
  const written =
    operator === '/'
      ? parts`(${first.parts} / NULLIF(${second.parts}, 0))`
      : operator === '||'
        ? callOf('concat', [first.parts, second.parts])
        : parts`(${first.parts} ${operator} ${second.parts})`;
  return { parts: written, type: gives, level };
}

function writeIn(
  { operand, list, isNot, at }: Extract<FieldExpression, { kind: 'in' }>,
  scope: FieldScope,
): WrittenField {
  const written = asOneType(
    [operand, ...list].map((entry) => writeField(entry, scope)),
    'IN',
    at,
  );
  const [value, ...entries] = written;
  if (!value) throw new Error('IN has an operand');
  const inside = parts`${value.parts} ${isNot ? 'NOT IN' : 'IN'} (${partList(entries.map((entry) => entry.parts))})`;
  return { parts: parts`(${inside})`, type: 'boolean', level: levelOf(written, at) };
}

function writeCase(
  { when, otherwise, at }: Extract<FieldExpression, { kind: 'case' }>,
  scope: FieldScope,
): WrittenField {
  const conditions = when.map(({ condition }) => {
    const written = writeField(condition, scope);
    requireType(written, 'boolean', 'WHEN', condition.at);
    return written;
  });
  const values = [...when.map(({ value }) => value), ...(otherwise ? [otherwise] : [])].map((value) =>
    writeField(value, scope),
  );
  const results = asOneType(values, 'CASE', at);
  const branches = conditions.flatMap(
    (condition, index) => parts` WHEN ${condition.parts} THEN ${results[index]?.parts ?? []}`,
  );
  const last = otherwise ? parts` ELSE ${results.at(-1)?.parts ?? []}` : [];
  return {
    parts: parts`CASE${branches}${last} END`,
    type: typeOf(results),
    level: levelOf([...conditions, ...results], at),
  };
}

function writeCall(call: FieldCall, scope: FieldScope): WrittenField {
  const { name, at } = call;
  if (name === 'MEASURE') return writeMeasure(call, scope);
  if (Object.hasOwn(fieldAggregates, name)) return writeAggregate(call, scope);
  const found = Object.hasOwn(fieldFunctions, name) ? fieldFunctions[name] : undefined;
  if (found) return writeFunction(call, found, scope);
  if (tableCalculations.some((calculation) => calculation === name))
    throw fieldError(at, `${name} is computed over the rows of a result and stands by itself`);
  const known = [
    'MEASURE',
    ...Object.keys(fieldAggregates),
    ...Object.keys(fieldFunctions),
    ...tableCalculations,
  ];
  throw fieldError(at, `There is no function ${name}. ${didYouMean(name, known)}`);
}

function writeFunction(call: FieldCall, found: FieldFunction, scope: FieldScope): WrittenField {
  const { name, at, args, isDistinct, filter } = call;
  if (isDistinct || filter)
    throw fieldError(at, `${name} is no aggregate and takes neither DISTINCT nor FILTER`);
  const wanted = found.takes;
  if (name === 'ROUND') checkDecimals(call);
  else if (
    'atLeast' in wanted
      ? args.length < wanted.atLeast || (name === 'NULLIF' && args.length > 2)
      : args.length !== wanted.length
  )
    throw fieldError(
      at,
      `${name} takes ${'atLeast' in wanted ? wanted.atLeast : wanted.length} values, not ${args.length}`,
    );
  const written = args.map((argument) => writeField(argument, scope));
  const given = 'atLeast' in wanted ? asOneType(written, name, at) : written;
  if (!('atLeast' in wanted))
    for (const [index, argument] of given.entries()) requireType(argument, wanted[index] ?? 'null', name, at);
  const values = given.map((argument) => cutTo(argument, found.granularity, name, at));
  return { parts: found.write(values, args), type: found.gives ?? typeOf(given), level: levelOf(given, at) };
}

function checkDecimals({ args: [, decimals], args, at }: FieldCall): void {
  const isFine =
    decimals === undefined ||
    (decimals.kind === 'number' &&
      /^\d+$/.test(decimals.text) &&
      Number(decimals.text) <= MAX_ROUNDED_DECIMALS);
  if (args.length === 0 || args.length > 2 || !isFine)
    throw fieldError(at, `ROUND takes a number and, written out, 0 to ${MAX_ROUNDED_DECIMALS} decimals`);
}

/** A time cut to the period that is asked for; a field of it is of the query's zone only so. */
function cutTo(
  { parts: own }: WrittenField,
  granularity: string | undefined,
  name: string,
  at: number,
): readonly FieldPart[] {
  if (granularity === undefined) return own;
  const [only, ...more] = own;
  if (only?.kind !== 'member' || more.length > 0)
    throw fieldError(at, `${name} takes the name of a time dimension`);
  return [{ ...only, granularity }];
}

/** `MEASURE(orders.count)` is the measure; with a filter, over fewer rows. */
function writeMeasure({ args, at, filter, isDistinct }: FieldCall, scope: FieldScope): WrittenField {
  const [argument, ...more] = args;
  const found =
    argument?.kind === 'member' && more.length === 0 ? scope.resolve(argument.path, at) : undefined;
  if (!argument || !found || isDistinct) throw fieldError(at, 'MEASURE takes the name of a measure');
  if (found.kind === 'field') {
    if (filter) throw fieldError(at, 'A calculated field has no FILTER; write it where its aggregate is');
    return writeField(argument, scope);
  }
  const { member } = found.ref;
  if (member.kind !== 'measure') throw fieldError(at, `${found.ref.name} is a ${member.kind} and no measure`);
  if (!filter) return writeField(argument, scope);
  if (!isAggregate(member.type) || member.stage || member.rollingWindow)
    throw fieldError(
      at,
      `${found.ref.name} does not aggregate rows itself, so that FILTER has none to leave out`,
    );
  // The kind has just been compared, which the compiler does not carry over to the whole reference.
  const of = found.ref as MemberRef<Measure>;
  return addAggregate(
    { type: member.type, filters: writeRowFilter(filter, scope), of },
    measureTypeOf(member),
    scope,
  );
}

function writeAggregate({ name, args, at, filter, isDistinct }: FieldCall, scope: FieldScope): WrittenField {
  const [argument, ...more] = args;
  if (!argument || more.length > 0) throw fieldError(at, `${name} takes one value`);
  if (isDistinct && name !== 'COUNT') throw fieldError(at, `Only COUNT takes DISTINCT, not ${name}`);
  const value = writeField(argument, scope);
  if (value.level !== 'row')
    throw fieldError(
      at,
      `${name} aggregates rows and takes an expression over dimensions${value.level === 'group' ? ', not over measures' : ''}`,
    );
  const types = fieldAggregates[name] ?? [];
  if (!types.includes(value.type))
    throw fieldError(at, `${name} takes a ${types.join(' or a ')}, not a ${value.type}`);
  const filters = filter ? writeRowFilter(filter, scope) : [];
  const own = asAlone(value);
  if (value.type === 'time' && name !== 'COUNT') {
    const [only, ...others] = own;
    if (only?.kind !== 'member' || others.length > 0)
      throw fieldError(at, `${name} takes the name of a time dimension`);
    const kept = filters.reduce((sql, condition) => parts`CASE WHEN ${condition} THEN ${sql} END`, own);
    return addAggregate({ type: 'time', sql: parts`${name}(${kept})`, filters: [] }, 'time', scope);
  }
  const type = name === 'COUNT' && isDistinct ? 'count_distinct' : MEASURE_TYPES[name];
  if (!type) throw new Error(`${name} is no aggregate`);
  return addAggregate({ type, sql: own, filters }, 'number', scope);
}

const MEASURE_TYPES: Record<string, Measure['type']> = {
  SUM: 'sum',
  AVG: 'avg',
  MIN: 'min',
  MAX: 'max',
  COUNT: 'count',
};

function addAggregate(aggregate: FieldAggregate, type: FieldType, scope: FieldScope): WrittenField {
  const index = scope.aggregates.push(aggregate) - 1;
  return { parts: [{ kind: 'aggregate', index, type }], type, level: 'group' };
}

function writeRowFilter(filter: FieldExpression, scope: FieldScope): (readonly FieldPart[])[] {
  const written = writeField(filter, scope);
  requireType(written, 'boolean', 'FILTER', filter.at);
  if (written.level !== 'row') throw fieldError(filter.at, 'FILTER takes a condition on dimensions');
  return [written.parts];
}

/** What is nothing but a member is the member as it is. */
export function asAlone({ parts: own }: Pick<WrittenField, 'parts'>): readonly FieldPart[] {
  const [only, ...more] = own;
  if (only?.kind !== 'member' || more.length > 0) return own;
  return [
    {
      kind: 'member',
      ref: only.ref,
      ...(only.granularity !== undefined &&
        only.granularity !== 'second' && { granularity: only.granularity }),
    },
  ];
}

/** A bare null is refused too: engines do not know which of their functions would take it. */
function requireType({ type }: WrittenField, wanted: FieldType, what: string, at: number): void {
  if (type !== wanted) throw fieldError(at, `${what} takes a ${wanted}, not a ${type}`);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;

/** Values of one type; a text beside a time is a moment of the query's zone. */
function asOneType(list: readonly WrittenField[], what: string, at: number): readonly WrittenField[] {
  const isTime = list.some(({ type }) => type === 'time');
  const same = list.map((entry): WrittenField => {
    const [only, ...more] = entry.parts;
    if (!isTime || only?.kind !== 'value' || more.length > 0) return entry;
    if (!isMoment(only.value))
      throw fieldError(
        at,
        `${JSON.stringify(only.value.slice(0, 40))} is no date such as 2024-01-31 or 2024-01-31 10:00`,
      );
    return { ...entry, parts: [{ ...only, type: 'time' }], type: 'time' };
  });
  const types = [...new Set(same.map(({ type }) => type).filter((type) => type !== 'null'))];
  if (types.length > 1)
    throw fieldError(at, `${what} takes values of one type, not a ${types.join(' and a ')}`);
  return same;
}

/** A day or a wall clock that there is: JavaScript takes February 31st for a day of March. */
function isMoment(text: string): boolean {
  if (!MOMENT.test(text)) return false;
  const whole = `${text.replace(' ', 'T')}${'T00:00:00'.slice(text.length - 10)}`;
  const time = Date.parse(`${whole}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(whole);
}

function typeOf(list: readonly WrittenField[]): FieldType {
  return list.find(({ type }) => type !== 'null')?.type ?? 'null';
}

function levelOf(list: readonly WrittenField[], at: number): FieldLevel {
  const levels = new Set(list.map(({ level }) => level));
  if (levels.has('row') && levels.has('group'))
    throw fieldError(at, 'A dimension stands beside a measure; put it into an aggregate such as SUM or MAX');
  return levels.has('group') ? 'group' : levels.has('row') ? 'row' : 'constant';
}
