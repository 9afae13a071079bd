import type { HtmlSpec } from '@oriel/contract';
import { useMemo } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import { HtmlFrame } from './html-frame.tsx';
import { runTemplate } from './run-template.ts';
import { templateContext } from './template-context.ts';
import { templateHelpers } from './template-helpers.ts';
import { checkTemplate, toTemplateNodes } from './template-nodes.ts';

interface HtmlReportProps {
  title: string;
  result: QueryResult;
  spec: string | HtmlSpec;
  themeKey?: string | undefined;
}

/** Rows in the words of a template. @throws while it is drawn, `TemplateProblem` for a template that cannot be */
export function HtmlReport({ title, result, spec, themeKey }: HtmlReportProps) {
  const template = typeof spec === 'string' ? spec : (spec.template ?? '');
  const content = useMemo(() => {
    checkTemplate(template);
    return toTemplateNodes(runTemplate(template, templateContext(result), templateHelpers));
  }, [template, result]);
  // The frame takes over the look of the page when it is made.
  return <HtmlFrame key={themeKey} title={title} content={content} />;
}
