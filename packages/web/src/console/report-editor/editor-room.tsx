import { Alert, Button, Stack, Text } from '@mantine/core';
import { withCalculatedFields } from '@oriel/contract/calculated-fields';
import { withFeatures, type ReportFeatures } from '@oriel/contract/report-features';
import { useCallback, useMemo, useState, type KeyboardEvent } from 'react';
import { t } from '../../messages/report-editor-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { ConflictAlert } from '../editing/conflict-alert.tsx';
import { Copyable } from '../elements/copyable.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { columnFormatsOf } from './edits/column-formats.ts';
import type { ColumnActions } from './columns/column-menu.tsx';
import { comparedTimes, newComparison } from './query/comparisons.ts';
import { EditorBar } from './editor-bar.tsx';
import { useEditorPreferences } from './members/editor-preferences.ts';
import { keptParts } from './edits/kept-parts.ts';
import { MemberPane } from './members/member-pane.tsx';
import type { Model, ModelMember } from '../data-model/model-members.ts';
import { newCondition } from './query/filter-conditions.ts';
import type { AddedFilter } from './filters/filter-list.tsx';
import {
  asksForRows,
  emptyDraft,
  toggleMember,
  withDateRange,
  withFilter,
  type QueryDraft,
} from './query/query-draft.ts';
import { QueryPanel } from './query-panel.tsx';
import { QueryTexts } from './query/query-texts.tsx';
import { writeQuery } from './query/query-text.ts';
import type { ReportEdits } from './edits/edited-report.ts';
import { columnsIn, completeDraft, drawingOf, drawingFault } from './edits/report-edits.ts';
import type { ReportEditorProps } from './report-editor-props.ts';
import { ResultPane } from './result-pane.tsx';
import { useModelWith } from '../data-model/use-model.ts';
import { QueryDialogs, type QueryDialog } from './dialogs/query-dialogs.tsx';
import {
  comparisonsOf,
  filledTime,
  ownFields,
  withFilledTime,
  withoutComparison,
  withoutField,
} from './edits/report-parts.ts';
import { useAskedQuery } from './use-asked-query.ts';
import { useReportEdits } from './edits/use-report-edits.ts';
import styles from './fields/report-editor.module.css';

/** The editor with the model that it offers. */
export function EditorRoom({ model: known, ...props }: ReportEditorProps & { model: Model }) {
  const { deploymentId, report, workbookId, calculatedFields } = props;
  const shared = useMemo(
    () => ({ ...calculatedFields, ...report?.calculatedFields }),
    [calculatedFields, report?.calculatedFields],
  );
  const sharedModel = useModelWith(known, shared) ?? known;
  const sharedTitleOf = useTitles(sharedModel);
  const editing = useReportEdits(
    { deploymentId, report, workbookId, newName: t('bar.newName') },
    sharedTitleOf,
  );
  const { edits, edit } = editing;
  const own = ownFields(edits);
  const fields = useMemo(() => ({ ...shared, ...own }), [shared, own]);
  const model = useModelWith(known, fields) ?? known;
  const titleOf = useTitles(model);
  const [dialog, setDialog] = useState<QueryDialog>();
  const [added, setAdded] = useState<AddedFilter>();
  const { query } = edits;
  const draft = query.kind === 'draft' ? query.draft : undefined;
  const editDraft = (change: (draft: QueryDraft) => QueryDraft, subject?: string) =>
    edit((now) => withDraft(now, change), subject);
  const addFilter = ({ name }: ModelMember, change: (draft: QueryDraft) => QueryDraft) => {
    editDraft(change);
    setAdded({ member: name });
  };
  const columns = useMemo(() => columnsIn(edits, titleOf), [edits, titleOf]);
  const drawing = useMemo(() => drawingOf(edits, titleOf), [edits, titleOf]);
  const written = useMemo(() => askedText(edits, shared), [edits, shared]);
  const { preferences: liked, choose } = useEditorPreferences();
  const asked = useAskedQuery(deploymentId, written, liked.isManual);
  const fault = drawingFault(edits, drawing);
  const mayUseSave = fault === undefined && edits.name.trim() !== '';
  const save = () => {
    if (!mayUseSave || !editing.isChanged || editing.save.isPending || editing.create.isPending) return;
    if (report) editing.save.mutate(report);
    else editing.create.mutate(edits.name.trim(), { onSuccess: (made) => props.onCreated(made) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const act = keyAction(event, { save, run: asked.run, undo: editing.undo, redo: editing.redo });
    if (!act) return;
    event.preventDefault();
    act();
  };
  const compared = comparisonsOf(edits);
  const formats = columnFormatsOf(edits);
  const columnActions: ColumnActions = {
    filledTime: filledTime(edits),
    onFill: (member) => edit((now) => withFilledTime(now, member)),
    onCompare:
      compared && draft
        ? (measure) =>
            setDialog({
              kind: 'comparison',
              comparison: newComparison(measure, draft, comparedTimes(model, measure)),
              isNew: true,
            })
        : undefined,
    onFormat: formats && ((key) => setDialog({ kind: 'format', key })),
    onCalculation: (name) =>
      own?.[name] && (() => setDialog({ kind: 'field', source: name.split('.')[0] ?? '', name })),
  };
  return (
    <Stack gap="sm" mt="md" onKeyDown={onKeyDown}>
      <EditorBar
        {...{ editing, report, onCreated: props.onCreated, onClose: props.onClose }}
        mayUseSave={mayUseSave}
        onSave={save}
      />
      <ConflictAlert
        error={editing.save.error ?? editing.create.error}
        onReload={() => void editing.takeTheirs()}
      />
      {editing.aside && (
        <Alert color="blue" role="status">
          <Stack align="flex-start" gap="xs">
            {t('bar.aside')}
            <Button size="compact-sm" variant="default" onClick={editing.takeMine}>
              {t('bar.takeMine')}
            </Button>
          </Stack>
        </Alert>
      )}
      <div className={styles.editor}>
        {draft ? (
          <MemberPane
            model={model}
            draft={draft}
            onToggle={(member) => editDraft((now) => toggleMember(now, member))}
            onFilter={(member) =>
              addFilter(member, (now) =>
                member.type === 'time' && member.kind === 'dimension'
                  ? withDateRange(now, member.name, 'last 30 days')
                  : withFilter(now, newCondition(member.name, member)),
              )
            }
            onClear={() => editDraft((now) => ({ ...emptyDraft, limit: now.limit }))}
            onCalculate={own && ((source) => setDialog({ kind: 'field', source, name: undefined }))}
            calculated={own ?? {}}
            onCalculation={(name) => setDialog({ kind: 'field', source: name.split('.')[0] ?? '', name })}
            onUncalculate={(name) => edit((now) => withoutField(now, name))}
          />
        ) : (
          <KeptQuery query={query} onReplace={() => edit(withNewQuery)} />
        )}
        <div className={styles.middle}>
          {draft && (
            <QueryPanel
              {...{ deploymentId, model, draft, titleOf }}
              comparisons={compared ?? []}
              actions={columnActions}
              onComparison={(comparison) => setDialog({ kind: 'comparison', comparison, isNew: false })}
              onUncompare={(comparison) => edit((now) => withoutComparison(now, comparison))}
              kept={keptParts(edits, edit)}
              edit={editDraft}
              added={added}
              onAdd={addFilter}
            />
          )}
          <ResultPane
            {...{ deploymentId, drawing, asked }}
            title={edits.name}
            isEmpty={written === undefined}
            isManual={liked.isManual}
            onManual={(isManual) => choose({ isManual })}
            limit={draft?.limit}
            columnFormats={formats}
          />
          {draft && (
            <QueryTexts {...{ deploymentId, model }} draft={completeDraft(draft)} queryText={asked.settled} />
          )}
        </div>
        <ChartPanel
          columns={columns}
          rows={asked.rows.data?.rows ?? NO_ROWS}
          drawing={edits.drawing}
          stored={drawing}
          fault={fault && t(`fault.${fault}`)}
          onChange={(changed, subject) => edit((now) => ({ ...now, drawing: changed }), subject)}
        />
      </div>
      <QueryDialogs
        {...{ deploymentId, model, dialog, edits, fields, titleOf, edit }}
        onClose={() => setDialog(undefined)}
      />
    </Stack>
  );
}

const NO_ROWS: QueryResult['rows'] = [];

/** The titles of members, of those with a granularity as well. */
function useTitles(model: Model): (name: string) => string {
  return useCallback((name) => model.members.get(name)?.title ?? titleOfCut(model, name) ?? name, [model]);
}

interface KeptQueryProps {
  query: ReportEdits['query'];
  onReplace(): void;
}

/** A query that the editor has no fields for: it stays as it is, unless another one takes its place. */
function KeptQuery({ query, onReplace }: KeptQueryProps) {
  if (query.kind === 'draft') return null;
  return (
    <section className={styles.pane} aria-label={t('query.title')}>
      <Text size="sm">{t(`query.keptAs.${query.why}`)}</Text>
      <Copyable label={t('query.title')} text={query.text} />
      <Button size="compact-sm" variant="default" onClick={onReplace}>
        {t('query.replace')}
      </Button>
    </section>
  );
}

const withNewQuery = (edits: ReportEdits): ReportEdits => ({
  ...edits,
  query: { kind: 'draft', draft: emptyDraft },
  drawing: { mode: 'choice', choice: {} },
});

function withDraft(edits: ReportEdits, change: (draft: QueryDraft) => QueryDraft): ReportEdits {
  if (edits.query.kind !== 'draft') return edits;
  const draft = change(edits.query.draft);
  return draft === edits.query.draft ? edits : { ...edits, query: { kind: 'draft', draft } };
}

/** The query as it is asked: without conditions that wait for a value. Undefined while there is nothing to ask for. */
function askedText(
  { query, meta }: ReportEdits,
  fields: Parameters<typeof withCalculatedFields>[1],
): string | undefined {
  if (query.kind === 'kept')
    return query.why === 'sql' ? undefined : (withCalculatedFields(query.text, fields) ?? undefined);
  if (!asksForRows(query.draft)) return undefined;
  const asked = withFeatures(writeQuery(completeDraft(query.draft)), meta as ReportFeatures);
  return withCalculatedFields(JSON.stringify(asked), fields) ?? undefined;
}

/** A time dimension may stand among dimensions with its granularity. */
function titleOfCut(model: Model, name: string): string | undefined {
  const [source, member, granularity] = name.split('.');
  return granularity === undefined ? undefined : model.members.get(`${source}.${member}`)?.title;
}

/** What a key does; fields undo what is typed in them by themselves. */
function keyAction(
  { key, shiftKey, target }: KeyboardEvent,
  actions: { save(): void; run(): void; undo(): void; redo(): void },
): (() => void) | undefined {
  if (key === 'Enter') return actions.run;
  if (key === 's' && !shiftKey) return actions.save;
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea)$/i.test(target.tagName));
  if (isField) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? actions.redo : actions.undo;
  return key === 'y' ? actions.redo : undefined;
}
