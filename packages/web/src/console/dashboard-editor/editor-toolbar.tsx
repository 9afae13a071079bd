import { ActionIcon, Badge, Button, Group, Tooltip } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceFloppy,
  IconEye,
  IconPencil,
  IconRestore,
  IconSettings,
  IconTrash,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { t as consoleText } from '../../messages/console-texts.ts';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { MoreMenu } from '../elements/more-menu.tsx';
import { useSurface } from '../surface/surface.ts';
import { AddMenu } from './add-menu.tsx';
import type { DraftEdits } from './draft/use-draft-edits.ts';
import styles from './dashboard-editor.module.css';

interface EditorToolbarProps {
  workbook: Workbook;
  edits: DraftEdits;
  isUnpublished: boolean;
  isPreview: boolean;
  onPreview(isOn: boolean): void;
  onSettings(): void;
  onPublish(): void;
  onClose(): void;
}

/** What is done with a draft as a whole. */
export function EditorToolbar({
  workbook,
  edits,
  isUnpublished,
  isPreview,
  onPreview,
  onSettings,
  onPublish,
  onClose,
}: EditorToolbarProps) {
  const { shows } = useSurface();
  const { isChanged, save, edit, discard } = edits;
  const published = workbook.publishedDashboard?.config;
  return (
    <Group className={styles.bar} gap="xs" role="toolbar" aria-label={t('bar.label')}>
      {!isPreview && <AddMenu />}
      {!isPreview && (
        <Group gap={2}>
          <BarIcon label={t('bar.undo')} icon={IconArrowBackUp} isOff={!edits.canUndo} onClick={edits.undo} />
          <BarIcon
            label={t('bar.redo')}
            icon={IconArrowForwardUp}
            isOff={!edits.canRedo}
            onClick={edits.redo}
          />
        </Group>
      )}
      <Badge variant="light" color={isChanged ? 'orange' : 'gray'} role="status">
        {t(isChanged ? 'state.unsaved' : isUnpublished ? 'state.saved' : 'state.published')}
      </Badge>
      <Group gap="xs" ms="auto">
        {shows.dashboardSettings && !isPreview && (
          <Button
            className={styles.brief}
            variant="subtle"
            leftSection={<IconSettings size={16} />}
            onClick={onSettings}
          >
            <span className={styles.word}>{t('bar.settings')}</span>
          </Button>
        )}
        <Button
          className={styles.brief}
          variant="subtle"
          leftSection={isPreview ? <IconPencil size={16} /> : <IconEye size={16} />}
          aria-pressed={isPreview}
          onClick={() => onPreview(!isPreview)}
        >
          <span className={styles.word}>{t(isPreview ? 'bar.edit' : 'bar.preview')}</span>
        </Button>
        <Button
          className={styles.brief}
          variant="default"
          leftSection={<IconDeviceFloppy size={16} />}
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <span className={styles.word}>{t('bar.save')}</span>
        </Button>
        <Button
          leftSection={<IconUpload size={16} />}
          disabled={!(isChanged || isUnpublished) || save.isPending}
          onClick={onPublish}
        >
          {consoleText('editing.publish')}
        </Button>
        <MoreMenu
          actions={[
            {
              label: t('bar.discard'),
              icon: IconTrash,
              isDisabled: !isChanged,
              onClick() {
                discard();
                if (edits.isNew) onClose();
              },
            },
            {
              label: t('bar.toPublished'),
              icon: IconRestore,
              isDisabled: !published || !(isChanged || isUnpublished),
              onClick: () => published && edit(() => published),
            },
            { label: t('bar.close'), icon: IconX, onClick: onClose },
          ]}
        />
      </Group>
    </Group>
  );
}

interface BarIconProps {
  label: string;
  icon: typeof IconEye;
  isOff: boolean;
  onClick(): void;
}

function BarIcon({ label, icon: BarSymbol, isOff, onClick }: BarIconProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={label}
        // A button that is disabled would lose the focus of who has just used it.
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={() => !isOff && onClick()}
      >
        <BarSymbol size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
