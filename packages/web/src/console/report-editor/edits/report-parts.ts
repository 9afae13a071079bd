import type { CalculatedField } from '@oriel/contract';
import { comparedColumns, readComparisons, type DraftComparison } from '../query/comparisons.ts';
import { withoutMember, type QueryDraft } from '../query/query-draft.ts';
import type { ReportEdits } from './edited-report.ts';

/*
 * What a report asks beyond its query: comparisons of periods, rows that are filled in, calculated fields. Comparisons and filling are part
 * of the query or of the report's meta, which goes before it; they are changed where they are.
 */

/** What of a report the parts are of. */
type Asking = Pick<ReportEdits, 'query' | 'meta'>;

type Feature = 'periodComparisons' | 'fillMissingRows';

function featureIn({ meta, query }: Asking, name: Feature): unknown {
  return meta[name] ?? (query.kind === 'draft' ? query.draft.rest[name] : undefined);
}

/** With a feature, in the meta where it is there, else in the query; undefined takes it out of both. */
function withFeature(edits: ReportEdits, name: Feature, value: unknown): ReportEdits {
  const { meta, query } = edits;
  if (query.kind !== 'draft') return edits;
  const isOfMeta = meta[name] !== undefined && meta[name] !== null;
  const { [name]: _, ...others } = query.draft.rest;
  const { [name]: __, ...otherMeta } = meta;
  if (value === undefined)
    return { ...edits, meta: otherMeta, query: { kind: 'draft', draft: { ...query.draft, rest: others } } };
  if (isOfMeta) return { ...edits, meta: { ...meta, [name]: value } };
  const draft = { ...query.draft, rest: { ...query.draft.rest, [name]: value } };
  return { ...edits, query: { kind: 'draft', draft } };
}

/** The comparisons of a report; undefined where they have a form that the editor has no fields for. */
export const comparisonsOf = (edits: Asking): DraftComparison[] | undefined =>
  readComparisons(featureIn(edits, 'periodComparisons'));

/** With a comparison in the place of another, or after all of them; nothing for what the editor has no fields for. */
export function withComparison(
  edits: ReportEdits,
  comparison: DraftComparison,
  before?: DraftComparison,
): ReportEdits {
  const list = comparisonsOf(edits);
  if (!list) return edits;
  const isThere = before !== undefined && list.includes(before);
  const next = isThere ? list.map((each) => (each === before ? comparison : each)) : [...list, comparison];
  return withFeature(edits, 'periodComparisons', next);
}

/** Without a comparison, and without the order by its columns. */
export function withoutComparison(edits: ReportEdits, comparison: DraftComparison): ReportEdits {
  const list = comparisonsOf(edits)?.filter((each) => each !== comparison);
  if (!list || edits.query.kind !== 'draft') return edits;
  const gone = new Set(comparedColumns([comparison]).map(({ key }) => key));
  const order = edits.query.draft.order.filter(({ key }) => !gone.has(key));
  const without: ReportEdits = {
    ...edits,
    query: { kind: 'draft', draft: { ...edits.query.draft, order } },
  };
  return withFeature(without, 'periodComparisons', list.length > 0 ? list : undefined);
}

/**
 * The time dimension that has a row for each of its buckets; undefined where none has, and for what the editor has no
 * fields for.
 */
export function filledTime(edits: Asking): string | undefined {
  const filling = featureIn(edits, 'fillMissingRows');
  if (typeof filling !== 'object' || filling === null || !('member' in filling)) return undefined;
  return typeof filling.member === 'string' ? filling.member : undefined;
}

/** With a row for each bucket of a time dimension; undefined fills none in. */
export function withFilledTime(edits: ReportEdits, member: string | undefined): ReportEdits {
  return withFeature(edits, 'fillMissingRows', member === undefined ? undefined : { member });
}

export type CalculatedFields = Readonly<Record<string, CalculatedField>>;

/** The calculated fields of the query itself; undefined for what is no list of fields. */
export function ownFields({ query }: Pick<Asking, 'query'>): CalculatedFields | undefined {
  if (query.kind !== 'draft') return undefined;
  const stored = query.draft.rest['calculatedFields'] ?? {};
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
  const isField = (field: unknown) => typeof field === 'object' && field !== null;
  return Object.values(stored).every(isField) ? (stored as CalculatedFields) : undefined;
}

/** With a calculated field; what one of the same name has besides stays. */
export function withField(edits: ReportEdits, name: string, field: CalculatedField): ReportEdits {
  const fields = ownFields(edits);
  if (!fields) return edits;
  return withFields(edits, { ...fields, [name]: { ...fields[name], format: undefined, ...field } });
}

/** Without a calculated field, and without what asks for it. */
export function withoutField(edits: ReportEdits, name: string): ReportEdits {
  const fields = ownFields(edits);
  if (!fields || edits.query.kind !== 'draft') return edits;
  const { [name]: _, ...others } = fields;
  const draft = withoutMember(edits.query.draft, name);
  const filters = draft.filters.filter((filter) => filter.kind === 'kept' || filter.member !== name);
  const compared = comparisonsOf(edits)?.filter(({ measure }) => measure === name) ?? [];
  return compared.reduce(
    withoutComparison,
    withFields({ ...edits, query: { kind: 'draft', draft: { ...draft, filters } } }, others),
  );
}

function withFields(edits: ReportEdits, fields: CalculatedFields): ReportEdits {
  if (edits.query.kind !== 'draft') return edits;
  const { calculatedFields: _, ...others } = edits.query.draft.rest;
  const rest = Object.keys(fields).length > 0 ? { ...others, calculatedFields: fields } : others;
  const draft: QueryDraft = { ...edits.query.draft, rest };
  return { ...edits, query: { kind: 'draft', draft } };
}

/** A name for a new field that is like its title and is no member's yet. */
export function fieldName(source: string, title: string, isTaken: (name: string) => boolean): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const base = words === '' ? 'calculated' : /^\d/.test(words) ? `field_${words}` : words.slice(0, 60);
  for (let number = 1; ; number += 1) {
    const name = `${source}.${base}${number === 1 ? '' : `_${number}`}`;
    if (!isTaken(name)) return name;
  }
}
