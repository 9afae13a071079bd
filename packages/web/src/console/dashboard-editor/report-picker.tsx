import { Badge, Button, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { Report } from '@oriel/contract';
import { widgetsOf, chartConfigOf } from '@oriel/dashboard/widgets';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { Dialog } from '../elements/dialog.tsx';
import { useEditor } from './draft/editor-context.ts';
import styles from './dashboard-editor.module.css';

interface ReportPickerProps {
  onChoose(report: Report): void;
  onClose(): void;
}

/** The reports of the workbook, for a chart; those that are on the dashboard say so. */
export function ReportPicker({ onChoose, onClose }: ReportPickerProps) {
  const { draft, reports } = useEditor();
  const [search, setSearch] = useState('');
  const placed = new Set(widgetsOf(draft).map((widget) => chartConfigOf(widget)?.reportId));
  const wanted = search.trim().toLowerCase();
  const found = reports.filter(({ title, name }) => `${title ?? ''} ${name}`.toLowerCase().includes(wanted));
  return (
    <Dialog title={t('picker.title')} onClose={onClose}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          aria-label={t('picker.search')}
          placeholder={t('picker.search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={360}>
          <ul className={styles.reports} aria-label={t('picker.reports')}>
            {found.map((report) => (
              <li key={report.id}>
                <UnstyledButton className={styles.report} onClick={() => onChoose(report)}>
                  <span>{report.title ?? report.name}</span>
                  {placed.has(report.id) && (
                    <Badge size="sm" variant="light" color="gray">
                      {t('picker.placed')}
                    </Badge>
                  )}
                </UnstyledButton>
              </li>
            ))}
          </ul>
          {found.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t(reports.length === 0 ? 'picker.empty' : 'picker.none')}
            </Text>
          )}
        </ScrollArea.Autosize>
        <Button variant="default" onClick={onClose} ms="auto">
          {t('picker.done')}
        </Button>
      </Stack>
    </Dialog>
  );
}
