import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import { MAX_APP_BYTES, MAX_APP_FILE_BYTES } from '@oriel/contract/limits';
import type { AppFault } from '@oriel/contract/app-files';
import { IconDeviceFloppy, IconUpload } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ButtonLink } from '../elements/button-link.tsx';
import { ConflictAlert } from '../editing/conflict-alert.tsx';
import { PublishDialog } from '../dashboards/publish-dialogs.tsx';
import { hasUnpublishedChanges } from '../dashboards/publish-state.ts';
import { withContent } from './app-edits.ts';
import { AppFileList } from './app-file-list.tsx';
import { AppPreview } from './app-preview.tsx';
import type { ShownCode } from './code-editor.ts';
import { CodeField } from './code-field.tsx';
import { kilobytes } from './read-uploads.ts';
import { useAppEdits } from './use-app-edits.ts';
import styles from './app-editor.module.css';

/** The dashboard of a workbook as the app that it is: its files, the one that is written, and how it looks. */
export function AppEditor({ workbook }: { workbook: Workbook }) {
  const app = useAppEdits(workbook);
  const { edits, edit, faults, isChanged, save } = app;
  const [isPublishing, setPublishing] = useState(false);
  const [histories] = useState(() => new Map<string, ShownCode>());
  const isUnpublished = useMemo(() => hasUnpublishedChanges(workbook), [workbook]);
  const isValid = faults.length === 0;
  const content = edits.opened === undefined ? undefined : edits.files.get(edits.opened);
  const keepHistory = (from: string, to: string) => {
    const kept = histories.get(from);
    histories.delete(from);
    if (kept) histories.set(to, kept);
    else histories.delete(to);
  };
  const publish = () => {
    if (isChanged) save.mutate(undefined, { onSuccess: () => setPublishing(true) });
    else setPublishing(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate();
  };
  return (
    <Stack gap="sm" mt="md" onKeyDown={onKeyDown}>
      <Group gap="xs">
        <Badge variant="light" color={isChanged ? 'orange' : 'gray'} role="status">
          {stateText(isChanged, isUnpublished)}
        </Badge>
        <Text size="sm" c="dimmed" flex={1} miw={180}>
          {t('appEditor.about')}
        </Text>
        {workbook.publishedDashboard && (
          <ButtonLink
            to="/dashboards/$workbookId"
            params={{ workbookId: String(workbook.id) }}
            variant="subtle"
          >
            {t('workbook.showDashboard')}
          </ButtonLink>
        )}
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy size={16} />}
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('appEditor.save')}
        </Button>
        <Button
          leftSection={<IconUpload size={16} />}
          disabled={!isValid || !(isChanged || isUnpublished) || save.isPending}
          onClick={publish}
        >
          {t('editing.publish')}
        </Button>
      </Group>
      <ConflictAlert error={save.error} onReload={() => void app.takeTheirs()} />
      {app.aside && (
        <Alert color="blue" role="status">
          <Stack align="flex-start" gap="xs">
            {t('appEditor.aside')}
            <Button size="compact-sm" variant="default" onClick={app.takeMine}>
              {t('appEditor.takeMine')}
            </Button>
          </Stack>
        </Alert>
      )}
      {!isValid && (
        <Alert color="orange" role="alert" title={t('appEditor.faults')}>
          {faults.map((fault) => (
            <Text size="sm" key={JSON.stringify(fault)}>
              {faultText(fault)}
            </Text>
          ))}
        </Alert>
      )}
      <div className={styles.editor}>
        <AppFileList edits={edits} edit={edit} onRenamed={keepHistory} />
        {content === undefined || edits.opened === undefined ? (
          <Text size="sm" c="dimmed" p="md">
            {t('appEditor.nothingOpened')}
          </Text>
        ) : (
          <CodeField
            name={edits.opened}
            value={content}
            histories={histories}
            onChange={(value) => edit((now) => withContent(now, edits.opened ?? '', value))}
          />
        )}
        <AppPreview workbook={workbook} config={app.config} source={app.source} isValid={isValid} />
      </div>
      {isPublishing && <PublishDialog workbook={workbook} onClose={() => setPublishing(false)} />}
    </Stack>
  );
}

function stateText(isChanged: boolean, isUnpublished: boolean): string {
  if (isChanged) return t('appEditor.unsaved');
  return t(isUnpublished ? 'appEditor.saved' : 'appEditor.published');
}

function faultText(fault: AppFault): string {
  switch (fault.kind) {
    case 'name':
      return t('appEditor.badName', { name: fault.file });
    case 'fileSize':
      return t('appEditor.tooLarge', {
        name: fault.file,
        kilobytes: kilobytes(fault.bytes),
        limit: kilobytes(MAX_APP_FILE_BYTES),
      });
    case 'totalSize':
      return t('appEditor.allTooLarge', {
        kilobytes: kilobytes(fault.bytes),
        limit: kilobytes(MAX_APP_BYTES),
      });
    case 'entry':
      return t('appEditor.noEntry', { name: fault.entry });
  }
}
