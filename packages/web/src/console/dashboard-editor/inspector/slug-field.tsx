import { Button, Group, TextInput } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { client } from '../../api/api.ts';
import { useReload } from '../../dashboards/dashboard-api.ts';
import { sentenceOf } from '../../api/error-text.ts';

interface SlugFieldProps {
  workbook: Workbook;
  onSaved(version: number | undefined): void;
}

/**
 * The name of the workbook for programs and links of the model. It is no part of the draft: it is saved at once, and
 * not published.
 */
export function SlugField({ workbook, onSaved }: SlugFieldProps) {
  const { deploymentId, id, version } = workbook;
  const stored = workbook.slug ?? '';
  const [text, setText] = useState(stored);
  const reload = useReload(workbook);
  const save = useMutation({
    mutationFn: () =>
      client.call('updateWorkbook', {
        params: { deploymentId, workbookId: id },
        body: { slug: text.trim() === '' ? null : text, expectedVersion: version },
      }),
    async onSuccess(changed) {
      setText(changed.slug ?? '');
      onSaved(changed.version);
      await reload();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('settings.slug')}
          description={t('settings.slugHint')}
          maxLength={MAX_NAME_LENGTH}
          value={text}
          error={save.error ? sentenceOf(save.error) : undefined}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            save.reset();
          }}
        />
        {text !== stored && (
          <Button type="submit" variant="default" loading={save.isPending}>
            {t('settings.saveSlug')}
          </Button>
        )}
      </Group>
    </form>
  );
}
