import type { DashboardWidget } from '@oriel/contract';
import { useEffect, useState } from 'react';
import type { DashboardStore } from './dashboard-store.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Names members of the model for readers: by their titles, and until those are known, and where the viewer may not see them, by the
 * words of their names. Titles are loaded when one is wanted.
 */
export function useMemberNames(store: DashboardStore, isWanted = true): (member: string) => string {
  const [titles, setTitles] = useState(NONE);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    store.loadMemberTitles().then(
      (known) => !isGone && setTitles(known),
      // The words of the names are left.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [store, isWanted]);
  return (member) => titles.get(member) ?? wordsOf(member);
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

/** The words of a member's name: `flights.origin_city` is `Origin city`. */
export function wordsOf(member: string): string {
  const words = (member.split('.').at(-1) ?? member).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const isFilled = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
