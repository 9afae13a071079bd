import { useState } from 'react';

/** A text while it is typed. When the committed value changes, it is replaced by that. */
export function useDraft(value: string): [draft: string, setDraft: (text: string) => void] {
  const [state, setState] = useState({ value, draft: value });
  // While it is drawn, so that the old text is never seen.
  if (state.value !== value) setState({ value, draft: value });
  return [state.value === value ? state.draft : value, (draft) => setState({ value, draft })];
}
