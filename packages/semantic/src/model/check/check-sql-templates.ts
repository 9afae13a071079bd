import type { Problems } from '../files/model-file.ts';
import { isAggregate, type Cube, type Dimension, type Member } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { findMember, resolveReference, type ResolvedReference } from '../definitions/resolve-reference.ts';
import type { SqlTemplate, SqlTemplateReference } from '../sql-template/sql-template.ts';
import { dimensionTemplates, sqlTemplatesOf, substitutesOf } from '../definitions/sql-templates-of.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Reports what the SQL of a member refers to that does not exist, or that has no place in it. */
export function checkMemberTemplates(member: Member, cube: Cube, cubes: Cubes, problems: Problems): void {
  for (const template of [...sqlTemplatesOf(member), ...substitutesOf(member)]) {
    checkTemplate(template, cube, cubes, problems);
    if (!takesMeasures(member, template)) refuseMeasures(template, cube, cubes, problems);
  }
  refuseForeignColumns(member, cube, cubes, problems);
  checkStageSql(member, cube, cubes, problems);
  const choice = member.kind === 'measure' ? member.choice : undefined;
  const value = member.kind === 'dimension' ? member.value : undefined;
  const result = value?.kind === 'stage' ? value.result : value;
  const on = choice?.on ?? (result?.kind === 'switch' && result.on);
  if (on) checkSwitch(on, cube, cubes, problems);
}

/** Reports references that lead nowhere. */
export function checkTemplate(template: SqlTemplate, cube: Cube, cubes: Cubes, problems: Problems): void {
  for (const { part, resolved } of referencesOf(template, cube, cubes))
    if (resolved.kind === 'unknown')
      problems.add(
        template.location,
        `{${part.path.join('.')}} refers to ${resolved.name}, which does not exist`,
        () => didYouMean(resolved.name, resolved.known()),
      );
}

/** SQL that is there for each row cannot have what is there for each group. */
export function refuseMeasures(template: SqlTemplate, cube: Cube, cubes: Cubes, problems: Problems): void {
  for (const { part, resolved } of referencesOf(template, cube, cubes))
    if (resolved.kind === 'member' && resolved.member.kind === 'measure')
      problems.add(
        template.location,
        `{${part.path.join('.')}} is a measure, and this SQL is worked out for each row`,
        'Measures of type number, string, boolean or time, multi-stage members, and dimensions with sub_query: true may refer to measures.',
      );
}

/** Whether the SQL is worked out over aggregates: that of formulas, of stages and of sub-queries. */
function takesMeasures(member: Member, template: SqlTemplate): boolean {
  if (member.kind === 'segment') return false;
  if (member.kind === 'dimension') return isOverMeasures(member, template);
  const isOfStage = member.filters.includes(template) && member.stage !== undefined;
  const isCondition =
    (member.filters.includes(template) && !isOfStage) || (member.drillFilters ?? []).includes(template);
  const isMask = member.mask?.kind === 'sql' && member.mask.sql === template;
  return isMask || (!isCondition && (!isAggregate(member.type) || member.stage !== undefined));
}

function isOverMeasures({ value }: Dimension, template: SqlTemplate): boolean {
  if (value.kind === 'sub-query') return value.sql === template;
  return value.kind === 'stage' && dimensionTemplates({ value }).includes(template);
}

/** A member belongs to the cube of its columns. */
function refuseForeignColumns(member: Member, cube: Cube, cubes: Cubes, problems: Problems): void {
  if (member.kind === 'segment') return;
  const found = sqlTemplatesOf(member).flatMap((template) => referencesOf(template, cube, cubes));
  const isOwn = found.some(({ resolved }) => resolved.kind !== 'unknown' && resolved.cube === cube.name);
  const foreign = found.find(({ resolved }) => resolved.kind === 'cube' && resolved.cube !== cube.name);
  if (isOwn || !foreign) return;
  const other = foreign.part.path.join('.');
  const inherited = cubes[other] && findMember(cubes[other], member.name);
  problems.add(
    member.location,
    `${cube.name}.${member.name} is made of columns of ${other} alone`,
    inherited?.location === member.location
      ? `It is inherited: write {CUBE} in place of {${other}}, which then means either cube.`
      : 'Define it there, and refer to it as {cube.member}.',
  );
}

function stageTemplates(member: Member): readonly SqlTemplate[] {
  if (member.kind === 'measure') return member.stage && member.sql ? [member.sql] : [];
  return member.kind === 'dimension' && member.value.kind === 'stage' ? sqlTemplatesOf(member) : [];
}

/** What a stage computes is made of the results of the inner one, which has no columns. */
function checkStageSql(member: Member, cube: Cube, cubes: Cubes, problems: Problems): void {
  for (const sql of stageTemplates(member))
    if (referencesOf(sql, cube, cubes).some(({ resolved }) => resolved.kind === 'cube'))
      problems.add(
        sql.location,
        `A multi-stage ${member.kind} is computed over measures, and its sql has a column`,
        'Refer to measures in braces: {measure}.',
      );
}

function checkSwitch(on: SqlTemplate, cube: Cube, cubes: Cubes, problems: Problems): void {
  for (const { part, resolved } of referencesOf(on, cube, cubes))
    if (resolved.kind !== 'unknown' && (resolved.kind !== 'member' || resolved.member.kind !== 'dimension'))
      problems.add(on.location, `A case switches by ${part.path.join('.')}, which is no dimension`);
}

interface Reference {
  readonly part: SqlTemplateReference;
  readonly resolved: ResolvedReference;
}

function referencesOf({ parts }: SqlTemplate, cube: Cube, cubes: Cubes): Reference[] {
  return parts.flatMap((part) =>
    part.kind === 'reference' ? [{ part, resolved: resolveReference(part, cube, cubes) }] : [],
  );
}
