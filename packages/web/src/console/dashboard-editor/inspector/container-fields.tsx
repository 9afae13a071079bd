import { ActionIcon, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import type { WidgetOf } from '@oriel/contract';
import { MAX_CONTAINER_COLUMNS } from '@oriel/contract/limits';
import { arrangementOf, childrenOf } from '@oriel/dashboard/widgets';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { withConfig, withStep } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice, TextField } from './fields.tsx';

const COLUMNS = 2;

/** How a container lays out what is in it, and in which order. */
export function ContainerFields({ widget }: { widget: WidgetOf<'CONTAINER'> }) {
  const { edit, select, labelOf, announce } = useEditor();
  const { id, config } = widget;
  const arrangement = arrangementOf(widget);
  const children = childrenOf(widget);
  const set = (fields: object, subject?: string) =>
    edit((draft) => withConfig(draft, id, { ...fields }), subject);
  return (
    <Stack gap="sm">
      <TextField
        label={t('field.title')}
        value={config?.title}
        onChange={(title) => set({ title }, `${id} title`)}
      />
      <Choice
        label={t('container.direction')}
        value={arrangement}
        data={(['horizontal', 'vertical', 'grid', 'tabs'] as const).map((value) => ({
          value,
          label: t(`container.${value}`),
        }))}
        // `layout: tabs` says the same, and would go before it.
        onChoose={(direction) => set({ direction, ...(config?.layout === 'tabs' && { layout: undefined }) })}
      />
      {arrangement === 'grid' && (
        <NumberInput
          label={t('container.columns')}
          min={1}
          max={MAX_CONTAINER_COLUMNS}
          allowDecimal={false}
          clampBehavior="strict"
          value={config?.columns ?? COLUMNS}
          onChange={(columns) => typeof columns === 'number' && set({ columns }, `${id} columns`)}
        />
      )}
      <div>
        <Text size="sm" fw={500}>
          {t('container.children')}
        </Text>
        {children.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('container.empty')}
          </Text>
        )}
        {children.map((child, index) => (
          <Group key={child.id} gap={4} wrap="nowrap">
            <Button
              variant="subtle"
              size="compact-sm"
              justify="start"
              flex={1}
              onClick={() => select(child.id)}
            >
              {labelOf(child)}
            </Button>
            {([-1, 1] as const).map((step) => (
              <ActionIcon
                key={step}
                variant="subtle"
                aria-label={t(step === 1 ? 'list.down' : 'list.up', { name: labelOf(child) })}
                disabled={step === 1 ? index === children.length - 1 : index === 0}
                onClick={() => {
                  edit((draft) => withStep(draft, child.id, step));
                  announce(t('say.step'));
                }}
              >
                {step === 1 ? <IconArrowDown size={16} /> : <IconArrowUp size={16} />}
              </ActionIcon>
            ))}
          </Group>
        ))}
      </div>
    </Stack>
  );
}
