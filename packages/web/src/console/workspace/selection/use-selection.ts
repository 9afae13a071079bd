import { useCallback, useState } from 'react';
import { emptySelection, type Selection } from './selection.ts';

/**
 * What is selected in a list, and the way to change it.
 *
 * @param place names the list that is shown; in another one nothing is selected
 */
export function useSelection(place: string): [Selection, (selection: Selection) => void] {
  const [state, setState] = useState({ place, selection: emptySelection });
  const setSelection = useCallback((selection: Selection) => setState({ place, selection }), [place]);
  return [state.place === place ? state.selection : emptySelection, setSelection];
}
