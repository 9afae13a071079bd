import { ActionIcon, Badge, Button, Group, Menu, TextInput } from '@mantine/core';
import type { Report } from '@oriel/contract';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconCopy,
  IconDeviceFloppy,
  IconRestore,
} from '@tabler/icons-react';
import { useState } from 'react';
import { t as consoleText } from '../../messages/console-texts.ts';
import { t } from '../../messages/report-editor-texts.ts';
import { NameDialog } from '../workspace/name-dialog.tsx';
import type { ReportEditing } from './edits/use-report-edits.ts';
import styles from './fields/report-editor.module.css';

interface EditorBarProps {
  editing: ReportEditing;
  report: Report | undefined;
  mayUseSave: boolean;
  onSave(): void;
  onCreated(report: Report): void;
  onClose(): void;
}

/** The name of the report, whether it is saved, and what saves it. */
export function EditorBar({ editing, report, mayUseSave, onSave, onCreated, onClose }: EditorBarProps) {
  const { edits, isChanged, save, create } = editing;
  const [isCopying, setCopying] = useState(false);
  return (
    <Group gap="xs" className={styles.bar}>
      <TextInput
        className={styles.name}
        aria-label={t('bar.name')}
        required
        maxLength={MAX_NAME_LENGTH}
        value={edits.name}
        error={edits.name.trim() === ''}
        onChange={({ target }) => editing.edit((now) => ({ ...now, name: target.value }), 'name')}
      />
      <Badge variant="light" color={isChanged ? 'orange' : 'gray'} role="status">
        {t(isChanged || !report ? 'bar.unsaved' : 'bar.saved')}
      </Badge>
      <span className={styles.grow} />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('bar.undo')}
        disabled={!editing.canUndo}
        onClick={editing.undo}
      >
        <IconArrowBackUp size={17} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('bar.redo')}
        disabled={!editing.canRedo}
        onClick={editing.redo}
      >
        <IconArrowForwardUp size={17} />
      </ActionIcon>
      <Button variant="default" onClick={onClose}>
        {t('bar.close')}
      </Button>
      <Button.Group>
        <Button
          leftSection={<IconDeviceFloppy size={16} />}
          disabled={!mayUseSave || !isChanged}
          loading={save.isPending || create.isPending}
          onClick={onSave}
        >
          {consoleText('action.save')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button px={8} aria-label={t('bar.more')}>
              <IconChevronDown size={15} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {report && (
              <Menu.Item
                leftSection={<IconCopy size={15} />}
                disabled={!mayUseSave}
                onClick={() => setCopying(true)}
              >
                {t('bar.saveAs')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconRestore size={15} />}
              disabled={!isChanged}
              onClick={editing.discard}
            >
              {t('bar.discard')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {isCopying && (
        <NameDialog
          title={t('bar.saveAs')}
          label={t('bar.name')}
          action={consoleText('action.save')}
          initial={edits.name}
          mutation={create}
          inputOf={(name) => name}
          onClose={() => {
            setCopying(false);
            if (create.data) onCreated(create.data);
          }}
        />
      )}
    </Group>
  );
}
