import { filterOperators, isFilterOperator, type FilterOperator } from '../query/filter-operators.ts';
import type { Fields } from './fields.ts';
import type { Place, Problems } from './model-file.ts';
import type { AccessPolicy, PolicyFilter, PolicyValue } from './model.ts';
import { didYouMean } from './nearest-name.ts';
import { parseCondition, type Condition } from './policy-expression.ts';
import type { YamlNode } from './yaml-tree.ts';

export function readPolicies(fields: Fields, problems: Problems): AccessPolicy[] {
  return fields.objects('access_policy').map((policy) => readPolicy(policy, problems));
}

function readPolicy(fields: Fields, problems: Problems): AccessPolicy {
  fields.unsupported('member_masking');
  const audiences = ['group', 'groups', 'role'].filter((key) => fields.has(key));
  if (audiences.length !== 1) {
    problems.add(
      fields.place,
      `An access policy needs exactly one of group, groups, role; it has ${audiences.join(' and ') || 'none'}`,
      'group: "*" is everybody.',
    );
  }
  const groups = fields.texts('group') ?? fields.texts('groups') ?? fields.texts('role') ?? [];
  const memberLevel = fields.object('member_level');
  const rowLevel = fields.object('row_level');
  const policy: AccessPolicy = {
    groups: groups.map(({ text }) => text),
    conditions: fields.objects('conditions').map((entry) => readCondition(entry, problems)),
    ...(memberLevel && { memberLevel: readMemberLevel(memberLevel) }),
    ...rowFiltersOf(rowLevel, problems),
  };
  fields.end('An access policy');
  return policy;
}

function readCondition(fields: Fields, problems: Problems): Condition {
  const text = fields.text('if') ?? '';
  fields.end('A condition');
  return conditionOf(text, fields.placeOf('if'), problems);
}

function conditionOf(text: string, place: Place, problems: Problems): Condition {
  try {
    return parseCondition(text);
  } catch (error) {
    problems.add(
      place,
      `${JSON.stringify(text)} is not an expression: ${(error as Error).message}`,
      'Write { userAttributes.country } or { securityContext.user.id }.',
    );
    return { kind: 'literal', value: false };
  }
}

function readMemberLevel(fields: Fields): NonNullable<AccessPolicy['memberLevel']> {
  const names = (key: string) => {
    const list = fields.texts(key)?.map(({ text }) => text);
    return list?.length === 1 && list[0] === '*' ? ('*' as const) : list;
  };
  const level = {
    place: fields.place,
    includes: names('includes') ?? ('*' as const),
    excludes: names('excludes') ?? [],
  };
  fields.end('member_level');
  return level;
}

function rowFiltersOf(fields: Fields | undefined, problems: Problems): { rowFilters?: PolicyFilter[] } {
  if (!fields) return {};
  const allowAll = fields.boolean('allow_all') ?? false;
  const filters = fields.objects('filters').map((entry) => readFilter(entry, problems));
  if (allowAll && filters.length > 0)
    problems.add(fields.place, 'row_level has both filters and allow_all', 'Keep one of them.');
  fields.end('row_level');
  return allowAll ? {} : { rowFilters: filters };
}

function readFilter(fields: Fields, problems: Problems): PolicyFilter {
  for (const key of ['and', 'or'] as const) {
    if (!fields.has(key)) continue;
    const parts = fields.objects(key).map((entry) => readFilter(entry, problems));
    fields.end(`A filter with ${key}`);
    if (parts.length === 0)
      problems.add(
        fields.place,
        `The ${key} of a row filter is empty`,
        'Take it out, or say what it should hold.',
      );
    return key === 'and' ? { and: parts } : { or: parts };
  }
  const member = fields.text('member');
  if (member === undefined) problems.add(fields.place, 'A row filter has no member');
  const operator = readOperator(fields, problems);
  const values = fields.node('values');
  fields.end('A row filter');
  if (!values && filterOperators[operator] !== 'none')
    problems.add(fields.place, `The row filter ${operator} on ${member ?? '?'} needs values`);
  return {
    place: fields.place,
    // `{CUBE.member}` and `CUBE.member` are the policy's own member, too.
    member: (member ?? '').replace(/^\{\s*|\s*\}$/g, '').replace(/^CUBE\./, ''),
    operator,
    values: readValues(values, problems),
  };
}

function readOperator(fields: Fields, problems: Problems): FilterOperator {
  const operator = fields.text('operator');
  if (operator === undefined) problems.add(fields.place, 'A row filter has no operator');
  else if (isFilterOperator(operator)) return operator;
  else
    problems.add(
      fields.placeOf('operator'),
      `A row filter has an unknown operator ${JSON.stringify(operator)}`,
      didYouMean(operator, Object.keys(filterOperators)),
    );
  return 'equals';
}

function readValues(node: YamlNode | undefined, problems: Problems): readonly PolicyValue[] | PolicyValue {
  if (node === undefined) return [];
  return node.kind === 'list'
    ? node.items.map((item) => readValue(item, problems))
    : readValue(node, problems);
}

/** A value in braces is an expression; where it stands alone it may give a whole list. */
function readValue(node: YamlNode, problems: Problems): PolicyValue {
  if (node.kind !== 'scalar') {
    problems.add(
      node.place,
      'A value of a row filter must be a text, a number or true or false',
      'Put an expression into quotes: "{ userAttributes.states }".',
    );
    return { kind: 'value', value: null };
  }
  const { value } = node;
  const isExpression = typeof value === 'string' && /^\s*\{.*\}\s*$/.test(value);
  return isExpression
    ? { kind: 'context', condition: conditionOf(value, node.place, problems) }
    : { kind: 'value', value };
}
