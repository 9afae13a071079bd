import { useState } from 'react';
import { useSurface } from '../../surface/surface.ts';
import { userStorage } from '../../storage/user-storage.ts';

/** How a viewer likes the editor. */
interface EditorPreferences {
  /** Names of the model in place of titles. */
  readonly showsNames: boolean;
  /** Grouped by cube, also where a view has folders. */
  readonly isByCube: boolean;
  /** Queries wait until they are run by hand. */
  readonly isManual: boolean;
}

const NAME = 'report-editor';
const usual: EditorPreferences = { showsNames: false, isByCube: false, isManual: false };

function recall(): EditorPreferences {
  try {
    return {
      ...usual,
      ...(JSON.parse(userStorage.read('browser', NAME) ?? '{}') as Partial<EditorPreferences>),
    };
  } catch {
    return usual;
  }
}

/** The viewer's choice, where the surface leaves them one, and what changes it. */
export function useEditorPreferences() {
  const { shows } = useSurface();
  const [chosen, setChosen] = useState(recall);
  const choose = (change: Partial<EditorPreferences>) => {
    // Of all that use it, one may have chosen something else meanwhile.
    const next = { ...recall(), ...change };
    setChosen(next);
    userStorage.write('browser', NAME, JSON.stringify(next));
  };
  const preferences: EditorPreferences = {
    showsNames: shows.memberNames && chosen.showsNames,
    isByCube: shows.groupByCube && chosen.isByCube,
    isManual: chosen.isManual,
  };
  return { preferences, choose };
}
