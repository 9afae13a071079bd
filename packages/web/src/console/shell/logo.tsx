import { Group, Text } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';

/** The bay window and the name. */
export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M3 29V10l7-7h12l7 7v19z" fill="var(--mantine-primary-color-filled)" />
        <path d="M9 29V12.5l4-3.5v20zm6-20h2v20h-2zm4 0 4 3.5V29h-4z" fill="white" opacity="0.95" />
      </svg>
      <Text fw={680} size="lg" style={{ letterSpacing: '-0.02em' }}>
        {t('product')}
      </Text>
    </Group>
  );
}
