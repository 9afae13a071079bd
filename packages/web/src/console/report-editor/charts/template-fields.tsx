import { Code, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '../../../messages/report-editor-texts.ts';
import type { ShownCode } from '../../app-editor/code-editor.ts';
import { CodeField } from '../../app-editor/code-field.tsx';
import type { ChartColumn } from './chart-column.ts';
import styles from '../fields/report-editor.module.css';
import { placeholderOf } from './template-choice.ts';

interface TemplateFieldsProps {
  columns: readonly ChartColumn[];
  template: string;
  onChange(template: string): void;
}

/** Beside the values of columns. */
const BLOCKS = [
  '{{#each data}}{{/each}}',
  '{{#if @first}}{{/if}}',
  '{{#each columns}}{{title}}{{/each}}',
  '{{rowCount}}',
];

/** The template of an HTML report, with the names that it can use. */
export function TemplateFields({ columns, template, onChange }: TemplateFieldsProps) {
  const [histories] = useState(() => new Map<string, ShownCode>());
  const inserting = useRef<(text: string) => void>(undefined);
  const insert = (text: string) => inserting.current?.(text);
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {t('html.hint')}
      </Text>
      <div className={styles.code}>
        <CodeField
          name="template.html"
          value={template}
          histories={histories}
          onOpen={(insertText) => {
            inserting.current = insertText;
          }}
          onChange={onChange}
        />
      </div>
      <Text size="xs" fw={600}>
        {t('html.inRows')}
      </Text>
      <Group gap={6} role="group" aria-label={t('html.inRows')}>
        {columns.map((column) => (
          <NameButton key={column.key} text={placeholderOf(column)} title={column.title} onInsert={insert} />
        ))}
      </Group>
      <Text size="xs" fw={600}>
        {t('html.anywhere')}
      </Text>
      <Group gap={6} role="group" aria-label={t('html.anywhere')}>
        {BLOCKS.map((text) => (
          <NameButton key={text} text={text} onInsert={insert} />
        ))}
      </Group>
    </Stack>
  );
}

interface NameButtonProps {
  text: string;
  title?: string;
  onInsert(text: string): void;
}

/** A name that is put where the cursor is. */
function NameButton({ text, title, onInsert }: NameButtonProps) {
  return (
    <UnstyledButton
      className={styles.name}
      aria-label={t('html.insert', { name: title ?? text })}
      title={text}
      onClick={() => onInsert(text)}
    >
      {title === undefined ? <Code>{text}</Code> : title}
    </UnstyledButton>
  );
}
