import type { AppliedFilter } from '@oriel/dashboard/applied-filters';
import { pageLanguage } from '../../messages/language.ts';
import type { MemberTypeMap } from '../../query/load-member-types.ts';
import { conditionText } from './filter-text.ts';
import { wordsOf } from './member-words.ts';

/**
 * A filter in words: the name of its member, none where several stand together, and its condition, none of a segment.
 */
interface FilterWords {
  readonly name: string;
  readonly condition: string;
}

/** @param members what is known of the model; without it the words of a member's name stand for its title */
export function filterWords(filter: AppliedFilter, members: MemberTypeMap | undefined): FilterWords {
  const nameOf = (member: string) => members?.titles?.get(member) ?? wordsOf(member);
  if ('segment' in filter) return { name: nameOf(filter.segment), condition: '' };
  if ('member' in filter) {
    const type = members?.get(filter.member);
    const condition = conditionText({ ...filter, isTime: type === 'time' }, type);
    return { name: nameOf(filter.member), condition };
  }
  const [parts, type] =
    'any' in filter ? ([filter.any, 'disjunction'] as const) : ([filter.all, 'conjunction'] as const);
  const words = parts.map((part) => filterLine(filterWords(part, members)));
  return { name: '', condition: new Intl.ListFormat(pageLanguage(), { type }).format(words) };
}

/** As one text: `Status: Paid`. */
export const filterLine = ({ name, condition }: FilterWords): string =>
  [name, condition].filter((part) => part !== '').join(': ');
