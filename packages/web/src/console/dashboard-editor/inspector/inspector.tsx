import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { DashboardWidget } from '@oriel/contract';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { useSurface } from '../../surface/surface.ts';
import { ChartFields } from './chart-fields.tsx';
import { ContainerFields } from './container-fields.tsx';
import { AiFields, DividerFields, TextFields } from './content-fields.tsx';
import { FilterFields, TimeGrainFields } from './control-fields.tsx';
import { withCopy } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { makeId } from '../draft/new-widgets.ts';
import { PlaceFields } from './place-fields.tsx';
import { SwitchFields } from './switch-fields.tsx';

interface InspectorProps {
  widget: DashboardWidget;
  /** Whether it covers the canvas. */
  isCovering: boolean;
}

/** What can be set of the widget that is chosen. */
export function Inspector({ widget, isCovering }: InspectorProps) {
  const { draft, edit, remove, select, labelOf, announce } = useEditor();
  const duplicate = () => {
    const copy = withCopy(draft, widget.id, makeId);
    edit(() => copy.draft);
    select(copy.id);
    announce(t('say.added', { name: labelOf(widget) }));
  };
  return (
    <Stack gap="md">
      <div>
        <Text size="xs" c="dimmed">
          {kindText(widget)}
        </Text>
        <Title order={3} size="h5">
          {labelOf(widget)}
        </Title>
      </div>
      <WidgetFields key={widget.id} widget={widget} isCovering={isCovering} />
      <Divider />
      <PlaceFields key={`${widget.id} place`} widget={widget} />
      <Group gap="xs">
        <Button variant="default" size="compact-sm" leftSection={<IconCopy size={14} />} onClick={duplicate}>
          {t('action.duplicate')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={14} />}
          onClick={() => remove(widget.id)}
        >
          {t('action.delete')}
        </Button>
      </Group>
    </Stack>
  );
}

function WidgetFields({ widget, isCovering }: InspectorProps) {
  const { shows } = useSurface();
  switch (widget.type) {
    case 'CHART':
      return <ChartFields widget={widget} />;
    case 'TEXT':
      return <TextFields widget={widget} hasPreview={isCovering} />;
    case 'FILTER':
      return <FilterFields widget={widget} />;
    case 'TIME_GRAIN':
      return <TimeGrainFields widget={widget} />;
    case 'FIELD':
      return <SwitchFields widget={widget} />;
    case 'AI':
      return <AiFields widget={widget} mayWrite={shows.aiWidgets} />;
    case 'DIVIDER':
      return <DividerFields widget={widget} />;
    case 'CONTAINER':
      return <ContainerFields widget={widget} />;
    case 'SPACER':
      return (
        <Text size="sm" c="dimmed">
          {t('spacer.hint')}
        </Text>
      );
    default:
      return (
        <Text size="sm" c="dimmed">
          {t('canvas.foreign')}
        </Text>
      );
  }
}

/** What a widget is, in words; one of another maker by the name of its type. */
export function kindText({ type }: Pick<DashboardWidget, 'type'>): string {
  return type === 'PARENT' ? t('kind.other') : t(`kind.${type}`);
}
