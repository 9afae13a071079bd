import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { linesBeside } from '../../dashboard/widgets/container-lines.ts';
import type { DashboardViewProps } from '../../dashboard/elements/dashboard-view-props.ts';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { withStep } from './draft/dashboard-draft.ts';
import { EditedWidget } from './canvas/edited-widget.tsx';
import { useEditor } from './draft/editor-context.ts';
import { inReadingOrder } from './draft/grid-placement.ts';
import styles from './dashboard-editor.module.css';

/** In pixels, what most widgets need where there is one column. */
const LEAST_HEIGHT = 96;
const ROW = 34;
/** Of the list, on either side. */
const PADDING = 12;

interface WidgetListProps extends DashboardViewProps {
  /** In pixels. */
  width: number;
}

/** The widgets of a draft one below the other, where there is no room for its grid. */
export function WidgetList({ width, ...view }: WidgetListProps) {
  const { draft, edit, select, remove, labelOf, announce } = useEditor();
  const widgets = draft.widgets ?? [];
  const order = inReadingOrder(widgets.map(({ id, position }) => ({ ...position, id })));
  return (
    <ol className={styles.list} aria-label={t('list.label')}>
      {order.map(({ id, h }, index) => {
        const widget = widgets.find((each) => each.id === id);
        if (!widget) return null;
        const name = labelOf(widget);
        const move = (step: 1 | -1) => {
          edit((now) => withStep(now, id, step));
          announce(t('say.step'));
        };
        return (
          <li key={id}>
            <Group gap={2} wrap="nowrap">
              <Button
                variant="subtle"
                size="compact-sm"
                flex={1}
                miw={0}
                justify="start"
                leftSection={<IconPencil size={14} />}
                onClick={() => select(id)}
              >
                <Text span inherit lh={1.5} truncate>
                  {name}
                </Text>
              </Button>
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('list.up', { name })}
                disabled={index === 0}
                onClick={() => move(-1)}
              >
                <IconArrowUp size={17} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('list.down', { name })}
                disabled={index === order.length - 1}
                onClick={() => move(1)}
              >
                <IconArrowDown size={17} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size="lg"
                color="red"
                aria-label={t('list.delete', { name })}
                onClick={() => remove(id)}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </Group>
            <div
              className={styles.drawn}
              // What lies side by side breaks into lines, as it does for viewers.
              data-flowed
              style={{ height: Math.max(LEAST_HEIGHT, h * ROW) * linesBeside(widget, width - 2 * PADDING) }}
            >
              <EditedWidget {...view} widget={widget} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
