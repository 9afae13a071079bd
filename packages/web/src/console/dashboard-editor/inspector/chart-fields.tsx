import { Stack, Text } from '@mantine/core';
import type { WidgetOf } from '@oriel/contract';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { ControlMappings } from './control-mappings.tsx';
import { withConfig } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice, Flag, TextField } from './fields.tsx';

/** What a chart shows, and what controls do to it. */
export function ChartFields({ widget }: { widget: WidgetOf<'CHART'> }) {
  const { reports, edit } = useEditor();
  const { id, config } = widget;
  const report = reports.find((each) => each.id === config?.reportId);
  const set = (fields: object, subject?: string) =>
    edit((draft) => withConfig(draft, id, { ...fields }), subject);
  return (
    <Stack gap="sm">
      <Choice
        label={t('chart.report')}
        searchable
        nothingFoundMessage={t('picker.none')}
        value={report ? String(report.id) : null}
        data={reports.map((each) => ({ value: String(each.id), label: each.title ?? each.name }))}
        onChoose={(value) => set({ reportId: Number(value), controls: undefined })}
      />
      {!report && (
        <Text size="sm" c="orange" role="alert">
          {t('chart.gone')}
        </Text>
      )}
      <TextField
        label={t('field.title')}
        value={config?.title}
        placeholder={report?.title ?? report?.name}
        description={t('chart.titleHint')}
        onChange={(title) => set({ title }, `${id} title`)}
      />
      <Flag
        label={t('chart.hideTitle')}
        isOn={config?.hideTitle === true}
        onChange={(isOn) => set({ hideTitle: isOn || undefined })}
      />
      {report && <ControlMappings widget={widget} report={report} />}
    </Stack>
  );
}
