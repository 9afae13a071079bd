import type { KeyboardEvent } from 'react';
import type { DraftEdits } from './draft/use-draft-edits.ts';

/**
 * The keys of the editor as a whole: Ctrl or ⌘ with S saves, with Z undoes, with Shift and Z, or with Y, does it again.
 */
export function onEditorKey(event: KeyboardEvent, { save, isChanged, undo, redo }: DraftEdits): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 's' && !event.shiftKey) {
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate();
  }
  // Fields undo what is typed into them by themselves.
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isField || (key !== 'z' && key !== 'y')) return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) redo();
  else undo();
}
