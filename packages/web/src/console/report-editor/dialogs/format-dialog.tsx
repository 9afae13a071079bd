import { Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import type { ColumnFormatOverride } from '@oriel/contract';
import { useState } from 'react';
import { t as consoleText } from '../../../messages/console-texts.ts';
import { t } from '../../../messages/report-editor-texts.ts';
import { Dialog } from '../../elements/dialog.tsx';

interface FormatDialogProps {
  title: string;
  format: ColumnFormatOverride | undefined;
  onDone(format: ColumnFormatOverride | undefined): void;
  onClose(): void;
}

const TYPES = ['number', 'percent', 'currency'] as const;
const MODEL = 'model';
/** More digits than a double has mean nothing. */
const MAX_DECIMALS = 15;

/** How the numbers of a column are written, in every drawing of the report. */
export function FormatDialog({ title, format, onDone, onClose }: FormatDialogProps) {
  const [type, setType] = useState<string>(format?.type ?? MODEL);
  const [decimals, setDecimals] = useState<string | number>(format?.decimalPlaces ?? '');
  const chosen = TYPES.find((known) => known === type);
  const submit = () =>
    onDone(
      chosen && {
        ...format,
        type: chosen,
        decimalPlaces: typeof decimals === 'number' ? decimals : undefined,
      },
    );
  return (
    <Dialog title={t('format.title', { member: title })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <Select
            data-autofocus
            label={t('format.type')}
            allowDeselect={false}
            value={type}
            data={[
              { value: MODEL, label: t('format.model') },
              ...TYPES.map((value) => ({ value, label: t(`format.types.${value}`) })),
            ]}
            onChange={(value) => setType(value ?? MODEL)}
          />
          {chosen && (
            <NumberInput
              label={t('format.decimals')}
              placeholder={t('style.automatic')}
              min={0}
              max={MAX_DECIMALS}
              allowDecimal={false}
              value={decimals}
              onChange={setDecimals}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {consoleText('action.cancel')}
            </Button>
            <Button type="submit">{t('format.done')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
