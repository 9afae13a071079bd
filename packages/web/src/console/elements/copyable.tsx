import { ActionIcon, Code, CopyButton, Input } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import styles from './copyable.module.css';
import { t } from '../../messages/console-texts.ts';

/** A piece of code with a button that copies it. Long lines scroll. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.copyable}>
      {/* A scrolling region has to be reachable by keyboard. */}
      <Code block tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
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

/** A field of a form that says what to enter elsewhere. */
export function CopyableField({ label, text }: { label: string; text: string }) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Copyable text={text} label={label} />
    </Input.Wrapper>
  );
}
