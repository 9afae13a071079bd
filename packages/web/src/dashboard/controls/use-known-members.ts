import type { DashboardWidget } from '@oriel/contract';
import { useEffect, useState } from 'react';
import type { MemberTypeMap } from '../../query/load-member-types.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import type { MemberType } from '../filters/filter-conditions.ts';
import { wordsOf } from '../filters/member-words.ts';

/** Members of the model, as far as the viewer may see them. */
export interface KnownMembers {
  /** The title of a member; until it is known, and where it cannot be, the words of its name. */
  nameOf(member: string): string;
  typeOf(member: string): MemberType | undefined;
  /** Whether the model is still asked. */
  readonly isPending: boolean;
}

/** Members of the model, which are loaded when they are wanted, after the charts are drawn. */
export function useKnownMembers(store: DashboardStore, isWanted = true): KnownMembers {
  const [known, setKnown] = useState<MemberTypeMap>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    // Without them the names of members and the author's conditions are left; that is no reason to say anything.
    store
      .loadMembers()
      .catch((): MemberTypeMap => new Map())
      .then((members) => !isGone && setKnown(members));
    return () => {
      isGone = true;
    };
  }, [store, isWanted]);
  return {
    nameOf: (member) => known?.titles?.get(member) ?? wordsOf(member),
    typeOf: (member) => known?.get(member),
    isPending: isWanted && known === undefined,
  };
}

/** What a control is called: by its author, else by its member. */
export function controlName(
  { config }: Pick<DashboardWidget, 'config'>,
  nameOf: (member: string) => string,
): string {
  const { label, member } = (config ?? {}) as { readonly label?: unknown; readonly member?: unknown };
  if (isFilled(label)) return label;
  return isFilled(member) ? nameOf(member) : '';
}

/** Whether a control has no name of its author's. */
export const isUnnamed = ({ config }: Pick<DashboardWidget, 'config'>): boolean =>
  !isFilled((config as { readonly label?: unknown } | null | undefined)?.label);

const isFilled = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
