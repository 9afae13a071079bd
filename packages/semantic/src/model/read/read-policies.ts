import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { AccessPolicy, MemberList, PolicyFilter } from '../definitions/model.ts';
import type { Condition } from '../language/policy-expression.ts';
import { conditionOf, memberNameAt, readFilter, rowFilter } from './read-filters.ts';

/** Reads `access_policy`; what is wrong becomes problems. */
export function readPolicies(fields: Fields, problems: Problems): AccessPolicy[] {
  return fields.objects('access_policy').map((policy) => readPolicy(policy, problems));
}

function readPolicy(fields: Fields, problems: Problems): AccessPolicy {
  const audiences = ['group', 'groups', 'role'].filter((key) => fields.has(key));
  if (audiences.length !== 1) {
    problems.add(
      fields.location,
      `An access policy needs exactly one of group, groups, role; it has ${audiences.join(' and ') || 'none'}`,
      'group: "*" is everybody.',
    );
  }
  const groups = fields.texts('group') ?? fields.texts('groups') ?? fields.texts('role') ?? [];
  const [memberLevel, memberMasking] = [fields.object('member_level'), fields.object('member_masking')];
  if (memberMasking && !memberLevel)
    problems.add(
      memberMasking.location,
      'An access policy has member_masking but no member_level',
      'member_level says what is shown as it is; of the rest, member_masking what comes masked.',
    );
  const rowLevel = fields.object('row_level');
  const policy: AccessPolicy = {
    groups: groups.map(({ text }) => text),
    conditions: fields.objects('conditions').map((entry) => readCondition(entry, problems)),
    ...(memberLevel && { memberLevel: readMemberList(memberLevel, 'member_level') }),
    ...(memberMasking && { memberMasking: readMemberList(memberMasking, 'member_masking') }),
    ...rowFiltersOf(rowLevel, problems),
  };
  fields.end('An access policy');
  return policy;
}

function readCondition(fields: Fields, problems: Problems): Condition {
  const text = fields.text('if') ?? '';
  fields.end('A condition');
  return conditionOf(text, fields.locationOf('if'), problems);
}

function readMemberList(fields: Fields, what: string): MemberList {
  const names = (key: string) => {
    const list = fields.texts(key)?.map(memberNameAt);
    return list?.length === 1 && list[0]?.text === '*' ? ('*' as const) : list;
  };
  const list: MemberList = { includes: names('includes') ?? '*', excludes: names('excludes') ?? [] };
  fields.end(what);
  return list;
}

function rowFiltersOf(fields: Fields | undefined, problems: Problems): { rowFilters?: PolicyFilter[] } {
  if (!fields) return {};
  const allowAll = fields.boolean('allow_all') ?? false;
  const filters = fields.objects('filters').map((entry) => readFilter(entry, rowFilter, problems));
  if (allowAll && fields.has('filters'))
    problems.add(fields.location, 'row_level has both filters and allow_all', 'Keep one of them.');
  if (!allowAll && !fields.has('filters'))
    problems.add(
      fields.location,
      'row_level has neither filters nor allow_all',
      'allow_all: true shows all rows.',
    );
  fields.end('row_level');
  return allowAll ? {} : { rowFilters: filters };
}
