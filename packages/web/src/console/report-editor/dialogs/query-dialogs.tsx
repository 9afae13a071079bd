import type { Model } from '../../data-model/model-members.ts';
import { columnFormatsOf, withColumnFormat } from '../edits/column-formats.ts';
import { ComparisonDialog } from './comparison-dialog.tsx';
import { comparedTimes, type DraftComparison } from '../query/comparisons.ts';
import { FieldDialog } from './field-dialog.tsx';
import { FormatDialog } from './format-dialog.tsx';
import { toggleMember } from '../query/query-draft.ts';
import type { ReportEdits } from '../edits/edited-report.ts';
import {
  fieldName,
  ownFields,
  withComparison,
  withField,
  type CalculatedFields,
} from '../edits/report-parts.ts';

/** What of a query is edited in a dialog. */
export type QueryDialog =
  | { readonly kind: 'comparison'; readonly comparison: DraftComparison; readonly isNew: boolean }
  | { readonly kind: 'format'; readonly key: string }
  /** Without a name a new one. */
  | { readonly kind: 'field'; readonly source: string; readonly name: string | undefined };

interface QueryDialogsProps {
  deploymentId: number;
  model: Model;
  dialog: QueryDialog | undefined;
  edits: ReportEdits;
  /** The calculated fields of the workbook and of the query. */
  fields: CalculatedFields;
  titleOf(member: string): string;
  edit(to: (edits: ReportEdits) => ReportEdits): void;
  onClose(): void;
}

/** The dialogs of the query. */
export function QueryDialogs(props: QueryDialogsProps) {
  const { deploymentId, model, dialog, edits, fields, titleOf, edit, onClose } = props;
  if (dialog?.kind === 'comparison') {
    const { comparison, isNew } = dialog;
    return (
      <ComparisonDialog
        {...{ comparison, titleOf, onClose }}
        times={comparedTimes(model, comparison.measure)}
        onDone={(changed) => {
          edit((now) => withComparison(now, changed, isNew ? undefined : comparison));
          onClose();
        }}
      />
    );
  }
  if (dialog?.kind === 'format') {
    const { key } = dialog;
    return (
      <FormatDialog
        title={titleOf(key)}
        format={columnFormatsOf(edits)?.[key]}
        onClose={onClose}
        onDone={(format) => {
          edit((now) => withColumnFormat(now, key, format));
          onClose();
        }}
      />
    );
  }
  const source = model.sources.find(({ name }) => name === dialog?.source);
  if (!dialog || !source) return null;
  const field = dialog.name === undefined ? undefined : ownFields(edits)?.[dialog.name];
  const { [dialog.name ?? '']: _, ...others } = fields;
  return (
    <FieldDialog
      {...{ deploymentId, source, onClose }}
      fields={others}
      edited={dialog.name !== undefined && field ? { name: dialog.name, field } : undefined}
      nameOf={(title) => fieldName(source.name, title, (name) => model.members.has(name))}
      onDone={(name, made) => {
        edit((now) => withNewField(now, name, made));
        onClose();
      }}
    />
  );
}

/** With the field, and a new one among the columns. */
function withNewField(edits: ReportEdits, name: string, field: CalculatedFields[string]): ReportEdits {
  const isNew = ownFields(edits)?.[name] === undefined;
  const next = withField(edits, name, field);
  if (next.query.kind !== 'draft' || !isNew) return next;
  const member = { name, kind: field.kind ?? 'measure', type: 'number' };
  return { ...next, query: { kind: 'draft', draft: toggleMember(next.query.draft, member) } };
}
