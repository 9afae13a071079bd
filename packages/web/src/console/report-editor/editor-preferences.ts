import { useState } from 'react';
import { useSurface } from '../surface.ts';

/** How a viewer likes the editor. */
export interface EditorPreferences {
  /** Names of the model in place of titles. */
  readonly showsNames: boolean;
  /** Grouped by cube, also where a view has folders. */
  readonly isByCube: boolean;
  /** Queries wait until they are run by hand. */
  readonly isManual: boolean;
}

const KEY = 'oriel-report-editor';
const usual: EditorPreferences = { showsNames: false, isByCube: false, isManual: false };

/** Those of before; a frame of another site may have no storage, and remembers them for as long as its page is open. */
let remembered: EditorPreferences | undefined;

function recall(): EditorPreferences {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<EditorPreferences>) };
  } catch {
    return usual;
  }
}

/** The viewer's choice, where the surface leaves them one, and what changes it. */
export function useEditorPreferences() {
  const { shows } = useSurface();
  const [chosen, setChosen] = useState(() => (remembered ??= recall()));
  const choose = (change: Partial<EditorPreferences>) => {
    // Of all that use it, one may have chosen something else meanwhile.
    remembered = { ...(remembered ?? recall()), ...change };
    setChosen(remembered);
    try {
      localStorage.setItem(KEY, JSON.stringify(remembered));
    } catch {
      // It is remembered for as long as the page is open.
    }
  };
  const preferences: EditorPreferences = {
    showsNames: shows.memberNames && chosen.showsNames,
    isByCube: shows.groupByCube && chosen.isByCube,
    isManual: chosen.isManual,
  };
  return { preferences, choose };
}
