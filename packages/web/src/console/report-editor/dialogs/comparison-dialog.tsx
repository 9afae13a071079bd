import { Button, Checkbox, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { MAX_PERIOD_OFFSET } from '@oriel/contract/limits';
import { useState } from 'react';
import { t as consoleText } from '../../../messages/console-texts.ts';
import { t } from '../../../messages/report-editor-texts.ts';
import { Dialog } from '../../elements/dialog.tsx';
import { isAmount, OUTPUTS, outputsOf, UNITS, type DraftComparison } from '../query/comparisons.ts';
import { granularityText } from '../query/granularity-text.ts';

interface ComparisonDialogProps {
  comparison: DraftComparison;
  /** The time dimensions that can be moved. */
  times: readonly string[];
  titleOf(member: string): string;
  onDone(comparison: DraftComparison): void;
  onClose(): void;
}

/** A comparison of a measure with what it was: by which time, how far back, and what is shown of it. */
export function ComparisonDialog({ comparison, times, titleOf, onDone, onClose }: ComparisonDialogProps) {
  const [timeDimension, setTime] = useState(comparison.timeDimension);
  const [amount, setAmount] = useState<string | number>(comparison.offset.amount);
  const [unit, setUnit] = useState(comparison.offset.unit);
  const [outputs, setOutputs] = useState(outputsOf(comparison));
  const isWhole = isAmount(amount) && timeDimension !== '' && outputs.length > 0;
  const known = times.includes(timeDimension) || timeDimension === '' ? times : [timeDimension, ...times];
  const submit = () => {
    if (!isWhole) return;
    const inOrder = OUTPUTS.filter((output) => outputs.includes(output));
    onDone({ ...comparison, timeDimension, offset: { amount, unit }, outputs: inOrder });
  };
  return (
    <Dialog title={t('compare.title', { measure: titleOf(comparison.measure) })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <NumberInput
              data-autofocus
              label={t('compare.back')}
              w={110}
              min={1}
              max={MAX_PERIOD_OFFSET}
              allowDecimal={false}
              value={amount}
              onChange={setAmount}
            />
            <Select
              flex={1}
              aria-label={t('compare.unit')}
              allowDeselect={false}
              value={unit}
              data={UNITS.map((value) => ({ value, label: granularityText(value) }))}
              onChange={(chosen) => setUnit(UNITS.find((each) => each === chosen) ?? unit)}
            />
          </Group>
          <Select
            label={t('compare.by')}
            allowDeselect={false}
            value={timeDimension}
            data={known.map((value) => ({ value, label: titleOf(value) }))}
            onChange={(chosen) => setTime(chosen ?? timeDimension)}
          />
          <Checkbox.Group
            label={t('compare.shows')}
            value={[...outputs]}
            onChange={(chosen) => setOutputs(OUTPUTS.filter((output) => chosen.includes(output)))}
          >
            <Stack gap={6} mt={6}>
              {OUTPUTS.map((output) => (
                <Checkbox key={output} value={output} label={t(`compare.outputs.${output}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="sm" c="dimmed">
            {t('compare.hint')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {consoleText('action.cancel')}
            </Button>
            <Button type="submit" disabled={!isWhole}>
              {t('compare.done')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
