import { Button, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconCalendarStats,
  IconChartBar,
  IconFilter,
  IconLayoutColumns,
  IconMarkdown,
  IconMinus,
  IconPlus,
  IconSparkles,
  IconSquareDashed,
  IconSwitchHorizontal,
  type Icon,
} from '@tabler/icons-react';
import { isUnbound } from '@oriel/dashboard/control-states';
import { useRef, useState } from 'react';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { useSurface } from '../surface/surface.ts';
import { useMenuFocus } from '../elements/use-menu-focus.ts';
import { withAdded, type AddedLine } from './draft/added-widgets.ts';
import { fitsInto } from './draft/container-moves.ts';
import { containerOf, findWidget, withWidget } from './draft/dashboard-draft.ts';
import { useEditor } from './draft/editor-context.ts';
import { newChart, newWidget } from './draft/new-widgets.ts';
import { ReportPicker } from './report-picker.tsx';
import type { NewWidgetType } from './draft/widget-sizes.ts';
import type { DashboardConfig, DashboardWidget } from '@oriel/contract';

const OTHERS: readonly (readonly [Exclude<NewWidgetType, 'CHART' | 'CONTAINER'>, Icon])[] = [
  ['TEXT', IconMarkdown],
  ['FILTER', IconFilter],
  ['TIME_GRAIN', IconCalendarStats],
  ['FIELD', IconSwitchHorizontal],
  ['AI', IconSparkles],
  ['SPACER', IconSquareDashed],
  ['DIVIDER', IconMinus],
];

/** What can be added to a dashboard: on the grid, or in the container that is chosen. */
export function AddMenu() {
  const { draft, edit, selected, select, focus, show, openSettings, announce, labelOf } = useEditor();
  const { shows } = useSurface();
  const [isPicking, setPicking] = useState(false);
  const line = useRef<AddedLine>(undefined);
  const { button, menu, dropdown, keepFocus } = useMenuFocus();
  const add = (widget: DashboardWidget) => {
    keepFocus();
    const before = line.current;
    const addTo = (now: DashboardConfig) => {
      const containerId = targetOf(now, selected, widget);
      return containerId === undefined
        ? withAdded(now, widget, before)
        : { draft: withWidget(now, widget, containerId), line: undefined };
    };
    edit((now) => addTo(now).draft);
    line.current = addTo(draft).line;
    select(widget.id);
    // The list of reports stays open for more of them.
    if (isPicking) show(widget.id);
    else if (isUnbound(widget)) {
      // Its list of members is open.
      show(widget.id);
      openSettings(widget.id);
    } else focus(widget.id);
    announce(t('say.added', { name: labelOf(widget) }));
  };
  const container = selected === undefined ? undefined : containerAround(draft, selected);
  return (
    <>
      <Menu position="bottom-start" withinPortal {...menu}>
        <Menu.Target>
          <Button ref={button} leftSection={<IconPlus size={16} />}>
            {t('add.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown {...dropdown}>
          {container && <Menu.Label>{t('add.into', { name: labelOf(container) })}</Menu.Label>}
          <Menu.Item leftSection={<IconChartBar size={16} />} onClick={() => setPicking(true)}>
            {t('kind.CHART')}
          </Menu.Item>
          {OTHERS.filter(([type]) => type !== 'AI' || shows.aiWidgets).map(([type, TypeIcon]) => (
            <Menu.Item key={type} leftSection={<TypeIcon size={16} />} onClick={() => add(newWidget(type))}>
              {t(`kind.${type}`)}
            </Menu.Item>
          ))}
          <Menu.Label>{t('kind.CONTAINER')}</Menu.Label>
          {(['horizontal', 'vertical', 'grid', 'tabs'] as const).map((direction) => (
            <Menu.Item
              key={direction}
              leftSection={
                direction === 'tabs' ? <IconAdjustments size={16} /> : <IconLayoutColumns size={16} />
              }
              onClick={() => add(newWidget('CONTAINER', { direction, children: [] }))}
            >
              {t(`container.${direction}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isPicking && (
        <ReportPicker onChoose={(report) => add(newChart(report))} onClose={() => setPicking(false)} />
      )}
    </>
  );
}

/** The container that is chosen, or that what is chosen is in. */
function containerAround(draft: DashboardConfig, selected: string): DashboardWidget | undefined {
  const widget = findWidget(draft, selected);
  return widget?.type === 'CONTAINER' ? widget : containerOf(draft, selected);
}

/** Where a new widget goes; containers that are nested as deep as may be take no other. */
function targetOf(
  draft: DashboardConfig,
  selected: string | undefined,
  widget: DashboardWidget,
): string | undefined {
  const container = selected === undefined ? undefined : containerAround(draft, selected);
  if (!container) return undefined;
  return fitsInto({ ...draft, widgets: [...(draft.widgets ?? []), widget] }, widget.id, container.id)
    ? container.id
    : undefined;
}
