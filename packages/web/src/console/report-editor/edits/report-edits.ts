import type { CreateReportInput, HtmlSpec, MapSpec, Report, ReportKind } from '@oriel/contract';
import { findTemplateFaults } from '@oriel/contract/html-template';
import { columnsOf, resolveChart } from '../charts/chart-choice.ts';
import type { ChartColumn } from '../charts/chart-column.ts';
import { canonical, readChart, writeChart, type StoredDrawing } from '../charts/chart-spec.ts';
import { comparedColumnTitle } from '../query/comparison-text.ts';
import { comparedColumns } from '../query/comparisons.ts';
import type { Drawing, EditedQuery, ReportEdits } from './edited-report.ts';
import { isComplete } from '../query/filter-conditions.ts';
import { mapFault, type MapChoice, type MapFault } from '../charts/map-choice.ts';
import { templateIn } from '../charts/template-choice.ts';
import { emptyDraft, type QueryDraft } from '../query/query-draft.ts';
import { readQuery, writeQuery } from '../query/query-text.ts';
import { comparisonsOf, ownFields } from './report-parts.ts';

/** What names of members mean to people. */
export type TitleOf = (member: string) => string;

/** A report that is not there yet. */
export const newEdits = (name: string): ReportEdits => ({
  name,
  query: { kind: 'draft', draft: { ...emptyDraft, limit: 5000 } },
  drawing: { mode: 'choice', choice: {} },
  meta: {},
});

/** A stored report as it is before any edit. */
export function readReport(report: Report): ReportEdits {
  const { kind = 'table', spec, ...meta } = (report.meta ?? {}) as Record<string, unknown>;
  const query = readEditedQuery(report);
  const stored: StoredDrawing = { kind: (kind ?? 'table') as ReportKind, spec };
  const columns = columnsIn({ query, meta }, (name) => name);
  return {
    name: report.title ?? report.name,
    query,
    drawing: readDrawing(stored, columns, report.meta == null),
    meta,
  };
}

function readEditedQuery({ jsonQuery, sqlQuery }: Report): EditedQuery {
  if (jsonQuery == null && sqlQuery != null) return { kind: 'kept', why: 'sql', text: sqlQuery };
  const read = readQuery(jsonQuery ?? null);
  return 'draft' in read
    ? { kind: 'draft', draft: read.draft }
    : { kind: 'kept', why: read.refused, text: jsonQuery ?? '' };
}

function readDrawing(stored: StoredDrawing, columns: readonly ChartColumn[], isNew: boolean): Drawing {
  if (isNew) return { mode: 'choice', choice: {} };
  const choice = readChart(stored, columns);
  return choice ? { mode: 'choice', choice } : specDrawing(stored);
}

/** A stored drawing as text to write in. */
export function specDrawing({ kind, spec }: StoredDrawing): Drawing {
  const text = typeof spec === 'string' ? spec : JSON.stringify(spec ?? {}, undefined, 2);
  return { mode: 'spec', kind, text };
}

/** The columns that a drawing may name: those of members, and of comparisons of periods. */
export function columnsIn(edits: Pick<ReportEdits, 'query' | 'meta'>, titleOf: TitleOf): ChartColumn[] {
  if (edits.query.kind !== 'draft') return [];
  const fields = ownFields(edits);
  const nameOf = (name: string) => fields?.[name]?.title ?? titleOf(name);
  const compared = comparedColumns(comparisonsOf(edits) ?? []).map((column) => ({
    key: column.key,
    kind: 'measure' as const,
    title: comparedColumnTitle(column, nameOf),
    isChange: column.output !== 'previous',
  }));
  return [...columnsOf(edits.query.draft, nameOf), ...compared];
}

/** What is drawn of the rows of the query. */
export function drawingOf(edits: ReportEdits, titleOf: TitleOf): StoredDrawing {
  const { drawing } = edits;
  if (drawing.mode === 'choice') {
    const columns = columnsIn(edits, titleOf);
    return writeChart(resolveChart(drawing.choice, columns), columns);
  }
  // A template is text by itself.
  if (drawing.kind === 'html') return { kind: 'html', spec: readHtml(drawing.text) };
  return { kind: drawing.kind, spec: parseSpec(drawing.text) ?? {} };
}

/** A template with its crosstab is JSON, as no template is. */
function readHtml(text: string): unknown {
  const spec = parseSpec(text);
  return typeof spec === 'object' && spec !== null && 'template' in spec ? spec : text;
}

/**
 * Why a drawing cannot be stored: its specification is no JSON, its map has no place, or its template reaches beyond
 * the report.
 */
export function drawingFault(
  edits: ReportEdits,
  { kind, spec }: StoredDrawing,
): 'json' | 'template' | MapFault | undefined {
  const { drawing } = edits;
  if (kind === 'html')
    return findTemplateFaults(templateIn(spec as string | HtmlSpec), '').length > 0 ? 'template' : undefined;
  if (drawing.mode === 'choice')
    return kind === 'map' ? mapFault(spec as MapChoice, (spec as MapSpec).mode) : undefined;
  return parseSpec(drawing.text) === undefined ? 'json' : undefined;
}

/** The draft as it is asked and stored: without conditions that wait for a value, which would be refused. */
export const completeDraft = (draft: QueryDraft): QueryDraft => ({
  ...draft,
  filters: draft.filters.filter((filter) => filter.kind === 'kept' || isComplete(filter)),
});

/** The query as JSON text; null for one that the report keeps. */
function jsonQueryOf({ query }: ReportEdits): string | null {
  return query.kind === 'draft' ? JSON.stringify(writeQuery(completeDraft(query.draft))) : null;
}

/** What is sent of a report that is made. */
export function creationOf(edits: ReportEdits, titleOf: TitleOf): CreateReportInput {
  const { query } = edits;
  return {
    name: edits.name,
    ...(query.kind === 'draft'
      ? { jsonQuery: jsonQueryOf(edits) }
      : query.why === 'sql'
        ? { sqlQuery: query.text }
        : { jsonQuery: query.text }),
    meta: metaOf(edits, titleOf),
  };
}

/** What is sent of a report that is changed: nothing of what is as it was. */
export function changesOf(
  before: ReportEdits,
  edits: ReportEdits,
  { report, titleOf }: { report: Report; titleOf: TitleOf },
): CreateReportInput {
  const jsonQuery = jsonQueryOf(edits);
  const meta = metaOf(edits, titleOf);
  return {
    ...(before.name !== edits.name && {
      name: edits.name,
      ...(report.title != null && { title: edits.name }),
    }),
    ...(jsonQuery !== jsonQueryOf(before) && { jsonQuery, sqlQuery: null }),
    ...(canonical(meta) !== canonical(metaOf(before, titleOf)) && { meta }),
  };
}

export const isSameEdits = (one: ReportEdits, other: ReportEdits): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function metaOf(edits: ReportEdits, titleOf: TitleOf): Record<string, unknown> {
  return { ...edits.meta, ...drawingOf(edits, titleOf) };
}

function parseSpec(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
