import { useState } from 'react';
import { useSurface } from '../surface.ts';

/** How a viewer likes the list of members. */
export interface PanePreferences {
  /** Names of the model in place of titles. */
  readonly showsNames: boolean;
  /** Grouped by cube, also where a view has folders. */
  readonly isByCube: boolean;
}

const KEY = 'oriel-report-editor';
const usual: PanePreferences = { showsNames: false, isByCube: false };

/** Those of before; a frame of another site may have no storage, and remembers them for as long as its page is open. */
let remembered: PanePreferences | undefined;

function recall(): PanePreferences {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PanePreferences>) };
  } catch {
    return usual;
  }
}

/** The viewer's choice, where the surface leaves them one, and what changes it. */
export function usePanePreferences() {
  const { shows } = useSurface();
  const [chosen, setChosen] = useState(() => (remembered ??= recall()));
  const choose = (change: Partial<PanePreferences>) => {
    remembered = { ...chosen, ...change };
    setChosen(remembered);
    try {
      localStorage.setItem(KEY, JSON.stringify(remembered));
    } catch {
      // It is remembered for as long as the page is open.
    }
  };
  const preferences: PanePreferences = {
    showsNames: shows.memberNames && chosen.showsNames,
    isByCube: shows.groupByCube && chosen.isByCube,
  };
  return { preferences, choose };
}
