import type { ModelMember } from '../../data-model/model-members.ts';
import type { MemberGroup } from './group-members.ts';

/** A line of the list of members: the heading of a group, or a member. */
type MemberLine =
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly level: number;
      readonly group: MemberGroup;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'member'; readonly key: string; readonly level: number; readonly member: ModelMember };

/** The lines of groups in order; those of a group that is closed are left out. */
export function memberLines(
  groups: readonly MemberGroup[],
  isOpen: (group: MemberGroup) => boolean,
  level = 0,
): MemberLine[] {
  return groups.flatMap((group): MemberLine[] => {
    const { key, kind, title, members } = group;
    const hasHeading = title !== undefined || kind === 'calculated';
    const isShown = !hasHeading || isOpen(group);
    const inner = hasHeading ? level + 1 : level;
    return [
      ...(hasHeading ? [{ kind: 'heading' as const, key, level, group, isOpen: isShown }] : []),
      ...(isShown
        ? [
            ...members.map((member) => ({
              kind: 'member' as const,
              // A member may be in a hierarchy and in a folder.
              key: `${key} ${member.name}`,
              level: inner,
              member,
            })),
            ...memberLines(group.groups, isOpen, inner),
          ]
        : []),
    ];
  });
}

/** The line that an arrow key, Home or End goes to from another; undefined for other keys. */
export function nextLine(key: string, from: number, lines: readonly number[]): number | undefined {
  const at = lines.indexOf(from);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[key];
  return next === undefined ? undefined : lines[Math.min(lines.length - 1, Math.max(0, next))];
}
