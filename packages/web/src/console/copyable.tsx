import { ActionIcon, Code, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import styles from './copyable.module.css';
import { t } from '../messages/console-texts.ts';

/** A piece of code with a button that copies it. */
export function Copyable({ text }: { text: string }) {
  return (
    <div className={styles.copyable}>
      <Code block>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="default"
            size="sm"
            aria-label={copied ? t('action.copied') : t('action.copy')}
            onClick={copy}
          >
            {copied ? (
              <IconCheck size={14} color="var(--mantine-color-green-filled)" />
            ) : (
              <IconCopy size={14} />
            )}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
