import { t } from '../../../messages/report-editor-texts.ts';
import type { ReportEdits } from './edited-report.ts';
import { comparisonsOf, filledTime, ownFields } from './report-parts.ts';

type Edit = (to: (edits: ReportEdits) => ReportEdits) => void;

/** Of the query API, and of a report's meta, what the editor has no field for. */
const FEATURES = ['periodComparisons', 'fillMissingRows'] as const;
const NAMES = {
  periodComparisons: 'comparisons',
  fillMissingRows: 'filling',
  calculatedFields: 'calculated',
  timezone: 'timezone',
  offset: 'offset',
  joinHints: 'joins',
  ungrouped: 'ungrouped',
} as const;

/** What a report asks beyond what the editor shows, with what takes it away. */
export function keptParts(edits: ReportEdits, edit: Edit): { name: string; onRemove(): void }[] {
  const { query, meta } = edits;
  if (query.kind !== 'draft') return [];
  const { rest } = query.draft;
  const isThere = (value: unknown) => value !== undefined && value !== null;
  const isShown = shownParts(edits);
  const ofQuery = Object.keys(rest).filter((key) => isThere(rest[key]) && !isShown(key));
  const ofMeta = FEATURES.filter((key) => isThere(meta[key]) && !isShown(key));
  const compared = query.draft.times.flatMap((time) => Object.keys(time.rest));
  return [
    ...ofQuery.map((key) => ({
      name: nameOf(key),
      onRemove: () => edit((now) => withoutRest(now, key)),
    })),
    ...ofMeta
      .filter((key) => !ofQuery.includes(key))
      .map((key) => ({
        name: nameOf(key),
        onRemove: () => edit((now) => ({ ...now, meta: without(now.meta, key) })),
      })),
    ...(compared.length > 0 ? [{ name: t('parts.ranges'), onRemove: () => edit(withoutTimeRest) }] : []),
  ];
}

/** Whether the editor has fields for a part, in the form that it has. */
function shownParts(edits: ReportEdits): (key: string) => boolean {
  const shown: Readonly<Record<string, boolean>> = {
    periodComparisons: comparisonsOf(edits) !== undefined,
    fillMissingRows: isFilledByColumn(edits),
    calculatedFields: ownFields(edits) !== undefined,
  };
  return (key) => Object.hasOwn(shown, key) && shown[key] === true;
}

/** Whether the time that is filled in is a column: the menu of the column says it then. */
function isFilledByColumn(edits: ReportEdits): boolean {
  const member = filledTime(edits);
  if (edits.query.kind !== 'draft' || member === undefined) return false;
  return edits.query.draft.times.some(
    ({ dimension, granularity }) => dimension === member && granularity !== undefined,
  );
}

function nameOf(key: string): string {
  const known = Object.hasOwn(NAMES, key) ? NAMES[key as keyof typeof NAMES] : undefined;
  return known ? t(`parts.${known}`) : key;
}

function withoutRest(edits: ReportEdits, key: string): ReportEdits {
  if (edits.query.kind !== 'draft') return edits;
  const { draft } = edits.query;
  return { ...edits, query: { kind: 'draft', draft: { ...draft, rest: without(draft.rest, key) } } };
}

function withoutTimeRest(edits: ReportEdits): ReportEdits {
  if (edits.query.kind !== 'draft') return edits;
  const { draft } = edits.query;
  const times = draft.times
    .map((time) => ({ ...time, rest: {} }))
    .filter(({ granularity, dateRange }) => granularity !== undefined || dateRange !== undefined);
  return { ...edits, query: { kind: 'draft', draft: { ...draft, times } } };
}

function without(fields: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
}
