import type { AccessLevel } from '../../access/access-level.ts';
import type { GrantSubjectType } from '../../access/subjects.ts';
import type { ItemLevels } from './access-changes.ts';
import { keyOf, type SubjectLevel } from './resolve-access.ts';

/** The levels of the subjects of an item in five bytes for each, to hold those of many items. */
export interface PackedLevels {
  /** Ids of the subjects. */
  readonly ids: Int32Array;
  /** Of each, eight times the number of its type, and its level. */
  readonly kinds: Uint8Array;
}

const LEVELS = 8;

const numbers: Record<GrantSubjectType, number> = {
  USER: 0,
  GROUP: 1,
  ORGANIZATION: 2,
  EMBED_TENANT: 3,
  ALL_EMBED_USERS: 4,
  EMBED_USER: 5,
  EMBED_GROUP: 6,
};
// The keys are those of the record.
const types = Object.keys(numbers) as GrantSubjectType[];

export function packLevels(levels: ItemLevels): PackedLevels {
  const subjects = [...levels.values()];
  return {
    ids: Int32Array.from(subjects, ({ subjectId }) => subjectId),
    kinds: Uint8Array.from(subjects, ({ subjectType, level }) => numbers[subjectType] * LEVELS + level),
  };
}

export function unpackLevels({ ids, kinds }: PackedLevels): ItemLevels {
  const levels = new Map<string, SubjectLevel>();
  for (const [index, subjectId] of ids.entries()) {
    const kind = kinds[index] ?? 0;
    const subjectType = types[Math.floor(kind / LEVELS)] ?? 'USER';
    // What was packed is a level.
    const subject: SubjectLevel = { subjectType, subjectId, level: (kind % LEVELS) as AccessLevel };
    levels.set(keyOf(subject), subject);
  }
  return levels;
}
