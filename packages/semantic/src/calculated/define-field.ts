import { MAX_CALCULATED_FIELD_DEPTH, MAX_CALCULATED_FIELD_PARTS } from '@oriel/contract/limits';
import type { VisibleMembers } from '../access/visible-members.ts';
import { formatHint, formattedAs, parseFormat } from '../model/language/formats.ts';
import { readableTitle } from '../model/language/titles.ts';
import type { CalculatedMember, Dimension, Measure, Model } from '../model/definitions/model.ts';
import { GRANULARITIES, memberNames } from '../model/definitions/resolve-reference.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { QueryError, type CalculatedField } from '../query/query.ts';
import { fieldError } from './field-error.ts';
import { parseField } from './parse-field.ts';
import { readTableCalculation, type ReadTableCalculation } from './read-table-calculation.ts';
import { ownerOf, toTemplate, type FieldOwner } from './field-template.ts';
import { asAlone, writeField, type FieldScope, type ResolvedName } from './write-field.ts';
import type { FieldAggregate, FieldPart, WrittenField } from './written-field.ts';

/** A calculated field as members of cubes. */
export interface DefinedField {
  readonly calculated: CalculatedMember;
  /** The field itself, and the aggregates that it is a formula over. */
  readonly members: readonly { readonly cube: string; readonly member: Dimension | Measure }[];
  /** What it took: members, literals, operators and calls. */
  readonly parts: number;
}

interface DefineOptions {
  /** All fields of the query: they may refer to each other. */
  readonly fields: Readonly<Record<string, CalculatedField>>;
  readonly visible: VisibleMembers;
  /** Behind the names of what is added, different for each field of a query. */
  readonly mark: string;
}

/**
 * Compiles one field.
 *
 * @throws QueryError
 */
export function defineField(
  model: Model,
  name: string,
  { fields, visible, mark }: DefineOptions,
): DefinedField {
  const field = fields[name];
  if (!field) throw new Error(`There is no field ${name}`);
  const [scopeName = '', shortName = ''] = name.split('.');
  const refs = new Map<string, MemberRef>();
  let parts = 0;
  const scope = createScope(scopeName, {
    fields,
    visible,
    above: [name],
    aggregates: [],
    countPart: (at) => {
      parts += 1;
      if (parts > MAX_CALCULATED_FIELD_PARTS)
        throw fieldError(at, `The expression has more than ${MAX_CALCULATED_FIELD_PARTS} parts`);
    },
    found: (ref) => void refs.set(ref.name, ref),
  });
  const parsed = parseField(field.sql);
  const table = readTableCalculation(parsed, scope);
  const written = writeField(table?.measure ?? parsed, scope);
  const described = describe(field, shortName, written, table);
  const reads = refs.size > 0 ? [...refs.keys()] : [firstVisible(model, scopeName, visible)];
  const build = createBuilder(model, { scopeName, mark, shortName, described });
  const { owner, member, aggregates } = build(
    written,
    scope.aggregates,
    visible.get(reads[0] ?? '', `calculatedFields.${name}`),
  );
  checkKind(field, member);
  return {
    calculated: {
      cube: owner.cube,
      path: owner.path,
      member,
      reads,
      isConstant: refs.size === 0,
      ...(table && { calculation: table.calculation(written, scope.aggregates) }),
    },
    members: [...aggregates, { cube: owner.cube, member }],
    parts,
  };
}

interface ScopeOptions
  extends Pick<DefineOptions, 'fields' | 'visible'>, Pick<FieldScope, 'aggregates' | 'countPart'> {
  /** The chain of fields that leads here. */
  readonly above: readonly string[];
  found(ref: MemberRef): void;
}

function createScope(scopeName: string, options: ScopeOptions): FieldScope {
  const { fields, visible, above, aggregates, countPart, found } = options;
  return {
    aggregates,
    countPart,
    resolve(path, at): ResolvedName {
      const [first = '', second, granularity, ...rest] = path;
      const name = second === undefined ? `${scopeName}.${first}` : `${first}.${second}`;
      if (rest.length > 0) throw fieldError(at, `${path.join('.')} is no name such as orders.count`);
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field && granularity === undefined) {
        if (above.includes(name) || above.length > MAX_CALCULATED_FIELD_DEPTH)
          throw fieldError(at, `${[...above, name].join(' → ')} refer to each other without end`);
        const inner = createScope(name.split('.')[0] ?? '', { ...options, above: [...above, name] });
        return { kind: 'field', expression: parseField(field.sql), scope: inner };
      }
      const ref = visible.get(name, `calculatedFields.${above[0] ?? ''}.sql`);
      if (granularity !== undefined) checkGranularityOf(ref, granularity, at);
      found(ref);
      return { kind: 'member', ref, ...(granularity !== undefined && { granularity }) };
    },
  };
}

function checkGranularityOf({ member, name }: MemberRef, granularity: string, at: number): void {
  const known =
    member.kind === 'dimension' && member.type === 'time'
      ? [...GRANULARITIES, ...Object.keys(member.granularities)]
      : [];
  if (!known.includes(granularity)) throw fieldError(at, `${name} has no granularity ${granularity}`);
}

/** A constant is of its cube or view, for those who may see anything there. */
function firstVisible(model: Model, scope: string, visible: VisibleMembers): string {
  const owner = Object.hasOwn(model.views, scope) ? model.views[scope] : model.cubes[scope];
  const names = !owner ? [] : owner.kind === 'view' ? Object.keys(owner.members) : memberNames(owner);
  return names.map((name) => `${scope}.${name}`).find((name) => visible.has(name)) ?? `${scope}.any`;
}

type Described = Pick<Measure, 'title' | 'location' | 'isPublic' | 'format' | 'isCalculated'>;

/** Members of a query stand in no file. */
const LOCATION = { file: 'query', line: 1, column: 1 };

function describe(
  { title, format }: CalculatedField,
  name: string,
  { type, level, parts }: WrittenField,
  table: ReadTableCalculation | undefined,
): Described {
  const described = {
    title: title ?? readableTitle(name),
    location: LOCATION,
    isPublic: true,
    isCalculated: true as const,
  };
  if (format === undefined) {
    const [only, ...more] = parts;
    const own =
      only?.kind === 'member' && more.length === 0 && 'format' in only.ref.member
        ? only.ref.member.format
        : undefined;
    const shown = table?.isShare ? 'percent' : own;
    return shown === undefined ? described : { ...described, format: shown };
  }
  const as = formattedAs(type, level === 'row' ? 'dimension' : 'measure');
  const known = parseFormat(format, as);
  if (known === undefined)
    throw new QueryError(
      'invalid_expression',
      `${JSON.stringify(format.slice(0, 40))} is no format for a ${type}. ${formatHint(as)}`,
    );
  return { ...described, format: known };
}

function checkKind({ kind }: CalculatedField, member: Dimension | Measure): void {
  if (kind === undefined || kind === member.kind) return;
  throw new QueryError('invalid_expression', `The expression is a ${member.kind} and no ${kind}`);
}

interface Built {
  readonly owner: FieldOwner;
  readonly member: Dimension | Measure;
  readonly aggregates: readonly { readonly cube: string; readonly member: Measure }[];
}

/** Makes members of what was written; each belongs to a cube that it reads. */
function createBuilder(
  model: Model,
  {
    scopeName,
    mark,
    shortName,
    described,
  }: { scopeName: string; mark: string; shortName: string; described: Described },
) {
  const name = `${shortName}${mark}`;
  const blank = { filters: [], drillMembers: [] };
  const toMeasure = (own: string, { type, sql, filters, of }: FieldAggregate, owner: FieldOwner): Measure => {
    const conditions = filters.map((filter) => toTemplate(filter, owner));
    if (of) return { ...of.member, ...described, name: own, filters: [...of.member.filters, ...conditions] };
    return {
      ...blank,
      ...described,
      kind: 'measure',
      name: own,
      type,
      ...(sql && { sql: toTemplate(sql, owner) }),
      filters: conditions,
    };
  };
  return (written: WrittenField, aggregates: readonly FieldAggregate[], read: MemberRef): Built => {
    const ownerFor = (parts: readonly FieldPart[]) =>
      ownerOf(model, scopeName, parts) ?? { cube: read.cube, path: read.path };
    const placed = aggregates.map((aggregate, index) => {
      const owner = aggregate.of
        ? { cube: aggregate.of.cube, path: aggregate.of.path }
        : ownerFor(aggregate.sql ?? []);
      return { owner, aggregate, name: `${name}_${index}` };
    });
    const [only, ...more] = written.parts;
    const whole = only?.kind === 'aggregate' && more.length === 0 ? placed[only.index] : undefined;
    if (whole)
      return { owner: whole.owner, member: toMeasure(name, whole.aggregate, whole.owner), aggregates: [] };
    const made = placed.map((entry) => ({
      cube: entry.owner.cube,
      member: toMeasure(entry.name, entry.aggregate, entry.owner),
    }));
    if (written.level === 'row') {
      const owner = ownerFor(written.parts);
      return { owner, member: toDimension(name, described, written, owner), aggregates: made };
    }
    const formula = ownerFor(written.parts);
    const owner = placed[0]?.owner ?? formula;
    const sql = toTemplate(asAlone(written), owner, placed);
    const type = written.level === 'constant' ? constantType(written) : written.type;
    if (type === 'null')
      throw new QueryError('invalid_expression', 'The expression is null and nothing else');
    return { owner, member: { ...blank, ...described, kind: 'measure', name, type, sql }, aggregates: made };
  };
}

/** The largest of a number is that number, in any rows. */
function constantType({ type }: WrittenField): 'max' {
  if (type === 'number') return 'max';
  throw new QueryError('invalid_expression', 'An expression without members is a number');
}

function toDimension(
  name: string,
  described: Described,
  written: WrittenField,
  owner: FieldOwner,
): Dimension {
  const { type } = written;
  if (type === 'null' || type === 'time')
    throw new QueryError(
      'invalid_expression',
      `A calculated dimension is a number, a string or a boolean, not a ${type}`,
    );
  return {
    ...described,
    kind: 'dimension',
    name,
    type,
    value: { kind: 'sql', sql: toTemplate(asAlone(written), owner) },
    isPrimaryKey: false,
    suggestFilterValues: false,
    granularities: {},
  };
}
