import { useQuery } from '@tanstack/react-query';
import { loadReportEditorTexts, t } from '../../messages/report-editor-texts.ts';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useSurface } from '../surface/surface.ts';
import { EditorRoom } from './editor-room.tsx';
import type { ReportEditorProps } from './report-editor-props.ts';
import { useModel } from '../data-model/use-model.ts';

/** Where a report is built: its query, how it is drawn, and its rows at once. */
export function ReportEditor(props: ReportEditorProps) {
  const { locale } = useSurface();
  // In English where the texts of a language cannot be loaded.
  const texts = useQuery({
    queryKey: ['report-editor-texts', locale],
    queryFn: async () => {
      await loadReportEditorTexts(locale).catch(() => undefined);
      return true;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
  });
  const model = useModel(props.deploymentId);
  if (texts.isPending || model.isPending) return <LoadingState />;
  if (!model.data)
    return (
      <ErrorState
        title={t('members.failed')}
        error={model.error}
        isRetrying={model.isFetching}
        onRetry={() => void model.refetch()}
      />
    );
  return <EditorRoom {...props} model={model.data} />;
}
