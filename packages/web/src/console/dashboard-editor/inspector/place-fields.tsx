import { NumberInput, SimpleGrid, Stack } from '@mantine/core';
import type { DashboardWidget } from '@oriel/contract';
import { arrangementOf, widgetsOf } from '@oriel/dashboard/widgets';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { fitsInto, withContainer, withGridPlace } from '../draft/container-moves.ts';
import { containerOf, rulesOf, withConfig, withPosition } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice, TextField } from './fields.tsx';

const ON_GRID = '';
/** Rows of a dashboard that are still sensible; the contract has no bound. */
const MOST_ROWS = 10_000;

/** Where a widget lies: on the grid, in cells, or in a container. */
export function PlaceFields({ widget }: { widget: DashboardWidget }) {
  const { draft, edit, labelOf } = useEditor();
  const { id, position } = widget;
  // Of a text it is a key beyond the contract's own, which names its tab.
  const { title } = (widget.config ?? {}) as Readonly<Record<string, unknown>>;
  const container = containerOf(draft, id);
  const containers = widgetsOf(draft).filter(
    (each) => each.type === 'CONTAINER' && (each.id === container?.id || fitsInto(draft, id, each.id)),
  );
  const { columns } = rulesOf(draft);
  const fields = [
    { name: 'x', from: 1, to: columns - position.w + 1 },
    { name: 'y', from: 1, to: MOST_ROWS },
    { name: 'w', from: 0, to: columns },
    { name: 'h', from: 0, to: MOST_ROWS },
  ] as const;
  return (
    <Stack gap="sm">
      {containers.length > 0 && (
        <Choice
          label={t('place.in')}
          value={container?.id ?? ON_GRID}
          data={[
            { value: ON_GRID, label: t('place.onGrid') },
            ...containers.map((each) => ({ value: each.id, label: labelOf(each) })),
          ]}
          onChoose={(value) =>
            edit((now) => (value === ON_GRID ? withGridPlace(now, id) : withContainer(now, id, value)))
          }
        />
      )}
      {container && arrangementOf(container) === 'tabs' && widget.type === 'TEXT' && (
        <TextField
          label={t('place.tab')}
          value={typeof title === 'string' ? title : undefined}
          onChange={(text) => edit((now) => withConfig(now, id, { title: text }), `${id} tab`)}
        />
      )}
      {!container && (
        <SimpleGrid cols={4} spacing={6}>
          {fields.map(({ name, from, to }) => (
            <NumberInput
              key={name}
              size="xs"
              label={t(`place.${name}`)}
              min={1}
              max={to}
              allowDecimal={false}
              allowNegative={false}
              value={position[name] + from}
              onChange={(value) =>
                typeof value === 'number' &&
                value >= 1 &&
                value <= to &&
                edit((now) => withPosition(now, id, { [name]: value - from }), `${id} ${name}`)
              }
            />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
