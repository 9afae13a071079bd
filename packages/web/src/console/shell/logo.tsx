import { Group, Text } from '@mantine/core';
import { use, useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { AccountTheme } from '../look/account-look.tsx';
import styles from './logo.module.css';

/**
 * The logo of the account where the console has its look; otherwise, or where it does not come, the bay window and the
 * name.
 */
export function Logo() {
  const url = use(AccountTheme)?.logoUrl;
  const [failed, setFailed] = useState<string>();
  if (url && url !== failed)
    return <img className={styles.logo} src={url} alt={t('shell.logo')} onError={() => setFailed(url)} />;
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
