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

type Form = 'semantic' | 'json' | 'generated';

/**
 * The query in words: as SQL over the model, as JSON, and as the SQL that the source gets, as far as the surface shows
 * them.
 */
export function QueryTexts({ deploymentId, model, draft, queryText }: QueryTextsProps) {
  const { shows } = useSurface();
  const forms: Form[] = [
    ...(shows.query ? (['semantic', 'json'] as const) : []),
    ...(shows.generatedSql ? (['generated'] as const) : []),
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
        {form === 'generated' ? (
          isShown && <GeneratedSql deploymentId={deploymentId} queryText={queryText} />
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

/** What the server would send to the source. */
function GeneratedSql({ deploymentId, queryText }: { deploymentId: number; queryText: string }) {
  const { timezone } = useSurface();
  const sql = useQuery({
    queryKey: ['generated-sql', deploymentId, queryText, timezone],
    queryFn: ({ signal }) => sqlText(deploymentId, { queryText, timezone }, signal),
  });
  if (sql.isError)
    return (
      <ErrorState
        title={t('texts.failed')}
        error={sql.error}
        isRetrying={sql.isFetching}
        onRetry={() => void sql.refetch()}
      />
    );
  if (sql.data === undefined) return <LoadingState />;
  return <Copyable label={t('texts.generated')} text={sql.data} />;
}

async function sqlText(
  deploymentId: number,
  { queryText, timezone }: { queryText: string; timezone: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const query = { ...(timezone !== undefined && { timezone }), ...(JSON.parse(queryText) as object) };
  const { text, values } = await compileQuery(deploymentId, query, signal);
  return values.length === 0 ? text : `${text}\n\n-- ${JSON.stringify(values)}`;
}
