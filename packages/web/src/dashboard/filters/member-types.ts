import type { MemberTypeMap } from '../../query/load-member-types.ts';
import type { MemberType } from './filter-conditions.ts';

/** The types of the model's members, which are loaded on first use. */
interface MemberTypes {
  /** Undefined until they are known, and of a member that the viewer may not see. */
  typeOf(member: string): MemberType | undefined;
  load(): Promise<MemberTypeMap>;
  /** Does the work once the types are known; without them where they cannot be. */
  whenKnown(work: () => void): void;
}

export function createMemberTypes(ask: () => Promise<MemberTypeMap>): MemberTypes {
  let known: MemberTypeMap | undefined;
  let asked: Promise<MemberTypeMap> | undefined;
  const load = () => {
    asked ??= ask().then(
      (types) => (known = types),
      (error: unknown) => {
        // The next one asks again.
        asked = undefined;
        throw error;
      },
    );
    return asked;
  };
  return {
    typeOf: (member) => known?.get(member),
    load,
    whenKnown(work) {
      if (known) work();
      else void load().then(work, work);
    },
  };
}
