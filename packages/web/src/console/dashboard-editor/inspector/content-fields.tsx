import { Stack, Text, Textarea, useComputedColorScheme } from '@mantine/core';
import type { DashboardWidget, WidgetOf } from '@oriel/contract';
import { MAX_DOCUMENT_LENGTH, MAX_MARKDOWN_LENGTH } from '@oriel/contract/limits';
import { aiConfigOf } from '@oriel/dashboard/widgets';
import look from '../../../dashboard/look/look.module.css';
import { MarkdownText } from '../../../dashboard/text/markdown-text.tsx';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { withConfig } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice, TextField } from './fields.tsx';
import styles from './inspector.module.css';

/** Markdown; the canvas shows it as it will be, and where it is covered a preview does. */
export function TextFields({ widget, hasPreview }: { widget: WidgetOf<'TEXT'>; hasPreview: boolean }) {
  const { edit } = useEditor();
  const scheme = useComputedColorScheme('light');
  const { id } = widget;
  const content = widget.config?.content ?? '';
  return (
    <Stack gap="sm">
      <Textarea
        label={t('text.content')}
        description={t('text.hint')}
        autosize
        minRows={6}
        maxRows={18}
        maxLength={MAX_DOCUMENT_LENGTH}
        classNames={{ input: styles.code ?? '' }}
        value={content}
        error={content.length > MAX_MARKDOWN_LENGTH && t('text.asWritten', { limit: MAX_MARKDOWN_LENGTH })}
        onChange={({ currentTarget: { value } }) =>
          edit((draft) => withConfig(draft, id, { content: value }), `${id} content`)
        }
      />
      {hasPreview && content.trim() !== '' && (
        <div data-scheme={scheme} className={look.look} role="region" aria-label={t('text.preview')}>
          <MarkdownText isCard content={content} />
        </div>
      )}
    </Stack>
  );
}

/** What an agent writes about the dashboard. */
export function AiFields({ widget, mayWrite }: { widget: DashboardWidget; mayWrite: boolean }) {
  const { edit } = useEditor();
  const { id } = widget;
  const { title, prompt } = aiConfigOf(widget);
  if (!mayWrite)
    return (
      <Text size="sm" c="dimmed">
        {t('ai.locked')}
      </Text>
    );
  return (
    <Stack gap="sm">
      <TextField
        label={t('field.title')}
        value={title}
        onChange={(text) => edit((draft) => withConfig(draft, id, { title: text }), `${id} title`)}
      />
      <Textarea
        label={t('ai.prompt')}
        description={t('ai.promptHint')}
        autosize
        minRows={4}
        maxRows={14}
        value={prompt ?? ''}
        onChange={({ currentTarget: { value } }) =>
          edit((draft) => withConfig(draft, id, { prompt: value === '' ? undefined : value }), `${id} prompt`)
        }
      />
    </Stack>
  );
}

export function DividerFields({ widget }: { widget: WidgetOf<'DIVIDER'> }) {
  const { edit } = useEditor();
  return (
    <Choice
      label={t('divider.orientation')}
      value={widget.config?.orientation ?? 'horizontal'}
      data={(['horizontal', 'vertical'] as const).map((value) => ({ value, label: t(`divider.${value}`) }))}
      onChoose={(orientation) => edit((draft) => withConfig(draft, widget.id, { orientation }))}
    />
  );
}
