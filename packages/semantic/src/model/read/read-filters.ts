import { filterOperators, isFilterOperator, type FilterOperator } from '../language/filter-operators.ts';
import { hintForWord, operatorWords } from '../language/common-words.ts';
import type { Fields } from '../yaml/fields.ts';
import type { SourceLocation, LocatedText, Problems } from '../files/model-file.ts';
import type { PolicyFilter, PolicyValue } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { parseCondition, type Condition } from '../language/policy-expression.ts';
import type { YamlNode } from '../yaml/yaml-tree.ts';

/** Where a filter of the model stands, and what it may hold. */
export interface FilterKind {
  /** As in "A row filter has no member". */
  readonly name: 'row filter' | 'filter of a stage' | 'default filter';
  /** Whether its values may be expressions over the security context. */
  readonly takesExpressions: boolean;
}

/** Of a policy: its values may be expressions of the security context. */
export const rowFilter: FilterKind = { name: 'row filter', takesExpressions: true };

/** A filter as in queries, `{member, operator, values}`, or several under `and` or `or`. */
export function readFilter(fields: Fields, kind: FilterKind, problems: Problems): PolicyFilter {
  for (const key of ['and', 'or'] as const) {
    if (!fields.has(key)) continue;
    const parts = fields.objects(key).map((entry) => readFilter(entry, kind, problems));
    fields.end(`A ${kind.name} with ${key}`);
    if (parts.length === 0)
      problems.add(
        fields.location,
        `The ${key} of a ${kind.name} is empty`,
        'Take it out, or say what it should hold.',
      );
    return key === 'and' ? { and: parts } : { or: parts };
  }
  const filter = readComparison(fields, kind, problems);
  fields.end(`A ${kind.name}`);
  return filter;
}

/** The keys of one comparison; the caller may read further ones, and ends the fields. */
export function readComparison(
  fields: Fields,
  kind: FilterKind,
  problems: Problems,
): Extract<PolicyFilter, { member: string }> {
  const member = fields.text('member');
  if (member === undefined) problems.add(fields.location, `A ${kind.name} has no member`);
  const operator = readOperator(fields, kind, problems);
  const values = fields.node('values');
  if (!values && filterOperators[operator] !== 'none')
    problems.add(fields.location, `The ${kind.name} ${operator} on ${member ?? '?'} needs values`);
  return {
    location: fields.locationOf('member'),
    member: memberNameOf(member ?? ''),
    operator,
    values: readValues(values, kind, problems),
  };
}

/** `{CUBE.member}`, `{CUBE}.member` and `CUBE.member` are a member of one's own, too. */
export function memberNameOf(text: string): string {
  return text.replaceAll(/[{}\s]/g, '').replace(/^(CUBE|TABLE)\./, '');
}

/** The same for an entry of a list. */
export function memberNameAt({ text, location }: LocatedText): LocatedText {
  return { text: memberNameOf(text), location };
}

/** The same for the value of a key. */
export function readMemberName(fields: Fields, key: string): LocatedText | undefined {
  const text = fields.text(key);
  return text === undefined ? undefined : memberNameAt({ text, location: fields.locationOf(key) });
}

function readOperator(fields: Fields, { name }: FilterKind, problems: Problems): FilterOperator {
  const operator = fields.text('operator');
  if (operator === undefined) problems.add(fields.location, `A ${name} has no operator`);
  else if (isFilterOperator(operator)) return operator;
  else
    problems.add(
      fields.locationOf('operator'),
      `A ${name} has an unknown operator ${JSON.stringify(operator)}`,
      hintForWord(operator, operatorWords) ?? didYouMean(operator, Object.keys(filterOperators)),
    );
  return 'equals';
}

function readValues(
  node: YamlNode | undefined,
  kind: FilterKind,
  problems: Problems,
): readonly PolicyValue[] | PolicyValue {
  if (node === undefined) return [];
  return node.kind === 'list'
    ? node.items.map((item) => readValue(item, kind, problems))
    : readValue(node, kind, problems);
}

/** A value in braces is an expression; where it stands alone it may give a whole list. */
function readValue(node: YamlNode, kind: FilterKind, problems: Problems): PolicyValue {
  if (node.kind !== 'scalar') {
    problems.add(
      node.location,
      `A value of a ${kind.name} must be a text, a number or true or false`,
      kind.takesExpressions ? 'Put an expression into quotes: "{ userAttributes.states }".' : undefined,
    );
    return { kind: 'value', value: null };
  }
  const { value } = node;
  const isExpression = kind.takesExpressions && typeof value === 'string' && /^\s*\{.*\}\s*$/.test(value);
  return isExpression
    ? { kind: 'context', condition: conditionOf(value, node.location, problems) }
    : { kind: 'value', value: node.written ?? value };
}

/** An expression over the security context; one that cannot be read becomes a problem and is never true. */
export function conditionOf(text: string, location: SourceLocation, problems: Problems): Condition {
  try {
    return parseCondition(text);
  } catch (error) {
    problems.add(
      location,
      `${JSON.stringify(text)} is not an expression: ${(error as Error).message}`,
      'Write { userAttributes.country } or { securityContext.user.id }.',
    );
    return { kind: 'literal', value: false };
  }
}
