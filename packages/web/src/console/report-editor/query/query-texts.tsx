import { Button, Collapse, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../messages/report-editor-texts.ts';
import { Copyable } from '../../elements/copyable.tsx';
import { ErrorState, LoadingState } from '../../elements/states.tsx';
import { useSurface } from '../../surface/surface.ts';
import type { Model } from '../../data-model/model-members.ts';
import { compileQuery } from './compile-query.ts';
import type { QueryDraft } from './query-draft.ts';
import { writeQuery } from './query-text.ts';
import { semanticSql } from './semantic-sql.ts';

interface QueryTextsProps {
  deploymentId: number;
  model: Model;
  draft: QueryDraft;
  /** The query as it is asked; undefined while there is nothing to ask for. */
  queryText: string | undefined;
}

type Form = 'semantic' | 'json' | CompiledForm;

/** What the server makes of a query: the SQL that the source gets, or the steps that it has, in no engine's words. */
type CompiledForm = 'generated' | 'plan';

/**
 * The query in words: as SQL over the model, as JSON, as the SQL that the source gets and as its steps, as far as the
 * surface shows them.
 */
export function QueryTexts({ deploymentId, model, draft, queryText }: QueryTextsProps) {
  const { shows } = useSurface();
  const forms: Form[] = [
    ...(shows.query ? (['semantic', 'json'] as const) : []),
    ...(shows.generatedSql ? (['generated', 'plan'] as const) : []),
  ];
  const [isShown, setShown] = useState(false);
  const [chosen, setChosen] = useState<Form>('semantic');
  const form = forms.find((each) => each === chosen) ?? forms[0];
  if (queryText === undefined || form === undefined) return null;
  return (
    <div>
      <Button variant="subtle" size="compact-sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'texts.hide' : 'texts.show')}
      </Button>
      <Collapse expanded={isShown} mt="xs">
        {forms.length > 1 && (
          <SegmentedControl
            size="xs"
            mb="xs"
            aria-label={t('texts.form')}
            value={form}
            data={forms.map((value) => ({ value, label: t(`texts.${value}`) }))}
            onChange={(value) => setChosen(forms.find((each) => each === value) ?? 'semantic')}
          />
        )}
        {form === 'generated' || form === 'plan' ? (
          isShown && <CompiledText deploymentId={deploymentId} queryText={queryText} form={form} />
        ) : (
          <Copyable
            label={t(`texts.${form}`)}
            text={
              form === 'json'
                ? JSON.stringify({ ...writeQuery(draft), ...besideDraft(queryText) }, undefined, 2)
                : semanticSql(draft, (name) => model.members.get(name), JSON.parse(queryText) as object)
            }
          />
        )}
      </Collapse>
    </div>
  );
}

/** Of a query as it is asked what a draft does not have: what the report compares and fills. */
function besideDraft(queryText: string): object {
  const { periodComparisons, fillMissingRows } = JSON.parse(queryText) as Record<string, unknown>;
  return {
    ...(periodComparisons !== undefined && { periodComparisons }),
    ...(fillMissingRows !== undefined && { fillMissingRows }),
  };
}

/** What the server would do to answer. */
function CompiledText({
  deploymentId,
  queryText,
  form,
}: {
  deploymentId: number;
  queryText: string;
  form: CompiledForm;
}) {
  const { timezone } = useSurface();
  const compiled = useQuery({
    queryKey: ['compiled-query', deploymentId, queryText, timezone],
    queryFn: ({ signal }) => compileText(deploymentId, { queryText, timezone }, signal),
  });
  if (compiled.isError)
    return (
      <ErrorState
        title={t('texts.failed')}
        error={compiled.error}
        isRetrying={compiled.isFetching}
        onRetry={() => void compiled.refetch()}
      />
    );
  if (compiled.data === undefined) return <LoadingState />;
  return <Copyable label={t(`texts.${form}`)} text={compiled.data[form]} />;
}

async function compileText(
  deploymentId: number,
  { queryText, timezone }: { queryText: string; timezone: string | undefined },
  signal: AbortSignal,
): Promise<Record<CompiledForm, string>> {
  const query = { ...(timezone !== undefined && { timezone }), ...(JSON.parse(queryText) as object) };
  const { text, values, plan } = await compileQuery(deploymentId, query, signal);
  return { generated: values.length === 0 ? text : `${text}\n\n-- ${JSON.stringify(values)}`, plan };
}
