import type { HtmlSpec } from '@oriel/contract';
import { useEffect, useMemo, useState } from 'react';
import type { Cell, QueryResult } from '../../query/load-batch.ts';
import type { ReportSource } from '../store/report-source.ts';
import { HtmlFrame } from './html-frame.tsx';
import { runTemplate } from './run-template.ts';
import { templateContext, templateOf } from './template-context.ts';
import { templateHelpers } from './template-helpers.ts';
import { checkTemplate, toTemplateNodes } from './template-nodes.ts';
import { usesTotals } from './template-pivot.ts';

interface HtmlReportProps {
  title: string;
  result: QueryResult;
  spec: string | HtmlSpec;
  themeKey?: string | undefined;
  /** Where totals come from; without it there are none. */
  source?: ReportSource | undefined;
  /** Called when it has been drawn: totals are asked for when its code is there. */
  onRendered?: (() => void) | undefined;
}

/** Rows in the words of a template. @throws while it is drawn, `TemplateProblem` for a template that cannot be */
export function HtmlReport({ title, result, spec, themeKey, source, onRendered }: HtmlReportProps) {
  const template = templateOf(spec);
  const totals = useGrandTotals(result, usesTotals(template) ? source : undefined);
  const content = useMemo(() => {
    checkTemplate(template);
    if (totals === 'loading') return undefined;
    return toTemplateNodes(runTemplate(template, templateContext(result, spec, totals), templateHelpers));
  }, [template, result, spec, totals]);
  const isDrawn = content !== undefined;
  useEffect(() => {
    if (isDrawn) onRendered?.();
  }, [isDrawn, onRendered]);
  if (!content) return <div data-settled="false" />;
  // The frame takes over the look of the page when it is made.
  return <HtmlFrame key={themeKey} title={title} content={content} />;
}

type Totals = Readonly<Record<string, Cell>>;

/**
 * The measures of all rows together, asked of the source once for each result; undefined where it does not tell them.
 */
function useGrandTotals(
  result: QueryResult,
  source: ReportSource | undefined,
): Totals | 'loading' | undefined {
  const [state, setState] = useState<{ of: QueryResult; found: Totals | undefined }>();
  useEffect(() => {
    if (!source) return undefined;
    const ended = new AbortController();
    source.load([{ keep: [] }], ended.signal).then(
      (answers) => {
        const found = 'refused' in answers ? undefined : answers.results[0]?.rows[0];
        if (!ended.signal.aborted) setState({ of: result, found });
      },
      () => undefined,
    );
    return () => ended.abort();
  }, [result, source]);
  if (!source) return undefined;
  return state?.of === result ? state.found : 'loading';
}
