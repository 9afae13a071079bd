import { lazy, Suspense } from 'react';
import type { ReportEditorProps } from '../report-editor/report-editor-props.ts';
import { LoadingState } from '../elements/states.tsx';

const Editor = lazy(() =>
  import('../report-editor/report-editor.tsx').then((module) => ({ default: module.ReportEditor })),
);

/** The report editor, which is loaded on first use. */
export function LazyReportEditor(props: ReportEditorProps) {
  return (
    <Suspense fallback={<LoadingState />}>
      <Editor {...props} />
    </Suspense>
  );
}
