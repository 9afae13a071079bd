import type { DashboardConfig, DashboardWidget, Report } from '@oriel/contract';
import { createContext, use } from 'react';
import type { EditDraft } from './use-draft-edits.ts';

/** What the parts of the editor have in common. */
export interface Editor {
  readonly draft: DashboardConfig;
  readonly reports: readonly Report[];
  readonly edit: EditDraft;
  /** The widget that is chosen, in a container or not. */
  readonly selected: string | undefined;
  select(id: string | undefined): void;
  /** Brings a widget on the screen, as soon as it is drawn where it lies now. */
  show(id: string): void;
  /** The same, and gives it the focus. */
  focus(id: string): void;
  /** A widget is drawn, in an element that takes the focus. */
  drawn(id: string, element: HTMLElement | null | undefined): void;
  /** Opens the settings of a widget, and goes to them. */
  openSettings(id: string): void;
  /** Says something to screen readers. */
  announce(text: string): void;
  /** What a widget is called. */
  labelOf(widget: DashboardWidget): string;
  /** Takes a widget away, which can be undone. */
  remove(id: string): void;
}

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There is no editor around');
  return editor;
}
