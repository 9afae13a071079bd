import type { ReportKind } from '@oriel/contract';
import type { ChartChoice } from '../charts/chart-choice.ts';
import type { QueryDraft } from '../query/query-draft.ts';
import type { NoDraft } from '../query/query-text.ts';

/** How the report is drawn: by what is chosen in the chart panel, or by a specification. */
export type Drawing =
  | { readonly mode: 'choice'; readonly choice: ChartChoice }
  | { readonly mode: 'spec'; readonly kind: ReportKind; readonly text: string };

/** What a report asks: a draft that is edited, or something that the editor shows and keeps as it is. */
export type EditedQuery =
  | { readonly kind: 'draft'; readonly draft: QueryDraft }
  | { readonly kind: 'kept'; readonly why: NoDraft | 'sql'; readonly text: string };

/** A report as it is edited. */
export interface ReportEdits {
  readonly name: string;
  readonly query: EditedQuery;
  readonly drawing: Drawing;
  /** Keys of the report's meta that are neither its kind nor its specification. */
  readonly meta: Readonly<Record<string, unknown>>;
}
