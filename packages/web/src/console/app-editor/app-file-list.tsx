import { ActionIcon, Badge, Button, FileButton, Group, Menu, Text } from '@mantine/core';
import { MAX_APP_BYTES } from '@oriel/contract/limits';
import { bytesOf } from '@oriel/contract/app-files';
import { IconDots, IconHome, IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { t } from '../../messages/console-texts.ts';
import { nameFaultOf, withFile, withName, without, withRemoved, type AppEdits } from './app-edits.ts';
import { FileNameDialog } from './file-name-dialog.tsx';
import { kilobytes, readUploads } from './read-uploads.ts';
import styles from './app-editor.module.css';

interface AppFileListProps {
  edits: AppEdits;
  edit(change: (edits: AppEdits) => AppEdits): void;
  /** A file gets another name. */
  onRenamed(from: string, to: string): void;
}

/** The files of an app: opened by a press, renamed by F2, deleted by Delete, and brought back. */
export function AppFileList({ edits, edit, onRenamed }: AppFileListProps) {
  /** The file that gets another name; empty for a new one. */
  const [naming, setNaming] = useState<string>();
  const [refused, setRefused] = useState<string[]>([]);
  const total = [...edits.files.values()].reduce((sum, content) => sum + bytesOf(content), 0);
  const last = edits.removed.at(-1);
  const upload = async (files: File[]) => {
    const { texts, problems } = await readUploads(files);
    setRefused(problems);
    if (texts.length > 0)
      edit((now) => texts.reduce((all, { name, content }) => withFile(all, name, content), now));
  };
  const onKeyDown = (event: KeyboardEvent, name: string) => {
    if (event.key === 'F2') setNaming(name);
    else if (event.key === 'Delete') edit((now) => without(now, name));
    else return;
    event.preventDefault();
  };
  return (
    <section className={styles.files} aria-label={t('appEditor.files')}>
      <ul className={styles.list}>
        {[...edits.files.keys()].map((name) => (
          <li key={name} className={styles.file} data-opened={name === edits.opened || undefined}>
            <button
              type="button"
              className={styles.name}
              aria-current={name === edits.opened}
              onClick={() => edit((now) => ({ ...now, opened: name }))}
              onKeyDown={(event) => onKeyDown(event, name)}
            >
              <span className={styles.path}>{name}</span>
              {name === edits.entry && (
                <Badge size="xs" variant="light">
                  {t('appEditor.entry')}
                </Badge>
              )}
            </button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={t('appEditor.options', { name })}>
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setNaming(name)}>
                  {t('action.rename')}
                </Menu.Item>
                {name !== edits.entry && (
                  <Menu.Item
                    leftSection={<IconHome size={16} />}
                    onClick={() => edit((now) => ({ ...now, entry: name }))}
                  >
                    {t('appEditor.makeEntry')}
                  </Menu.Item>
                )}
                <Menu.Item
                  leftSection={<IconTrash size={16} />}
                  onClick={() => edit((now) => without(now, name))}
                >
                  {t('action.delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      {last && (
        <Group gap="xs" role="status" className={styles.deleted}>
          <Text size="sm">{t('appEditor.deleted', { name: last.name })}</Text>
          <Button size="compact-sm" variant="default" onClick={() => edit(withRemoved)}>
            {t('action.undo')}
          </Button>
        </Group>
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => setNaming('')}
        >
          {t('appEditor.add')}
        </Button>
        <FileButton multiple onChange={(files) => void upload(files)}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" leftSection={<IconUpload size={15} />}>
              {t('appEditor.upload')}
            </Button>
          )}
        </FileButton>
      </Group>
      {refused.map((problem) => (
        <Text key={problem} size="sm" c="red" role="alert">
          {problem}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {t('appEditor.size', { kilobytes: kilobytes(total), limit: kilobytes(MAX_APP_BYTES) })}
      </Text>
      {naming !== undefined && (
        <FileNameDialog
          initial={naming}
          faultOf={(name) => nameFaultOf(edits, name, naming || undefined)}
          onName={(name) => {
            if (naming !== '') onRenamed(naming, name);
            edit((now) => (naming === '' ? withFile(now, name, '') : withName(now, naming, name)));
            setNaming(undefined);
          }}
          onClose={() => setNaming(undefined)}
        />
      )}
    </section>
  );
}
