import {
  Alert,
  Code,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
  useComputedColorScheme,
} from '@mantine/core';
import type { ChartPalette } from '@oriel/contract';
import { MAX_NAME_LENGTH, MAX_PALETTE_COLORS } from '@oriel/contract/limits';
import { schemeOf } from '@oriel/dashboard/palettes';
import { useState } from 'react';
import { SampleDashboard } from '../../dashboard/reports/sample-dashboard.tsx';
import { t } from '../../messages/console-texts.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import styles from './appearance.module.css';
import { withDefault, withEntry } from './edited-list.ts';
import { idFor, paletteFault, paletteWarnings, readColors } from './palette-text.ts';
import { PaletteSwatches } from './palette-swatches.tsx';
import type { ConfigChanges } from '../api/use-config-changes.ts';

interface PaletteDialogProps {
  changes: ConfigChanges;
  palettes: readonly ChartPalette[];
  /** Absent for a new one. */
  palette?: ChartPalette;
  onClose(): void;
}

const kinds = ['categorical', 'sequential', 'diverging'] as const;
const STARTING = ['#4f46e5', '#e07b39', '#2a9d8f', '#b5489a'];

/** Makes or changes a palette, beside charts that have it. */
export function PaletteDialog({ changes, palettes, palette, onClose }: PaletteDialogProps) {
  const scheme = useComputedColorScheme('light');
  const [name, setName] = useState(palette?.name ?? '');
  const [kind, setKind] = useState<ChartPalette['kind']>(palette?.kind ?? 'categorical');
  const [text, setText] = useState((palette?.colors ?? STARTING).join('\n'));
  const [isDefault, setDefault] = useState(palette?.isDefault ?? false);
  const [id] = useState(palette?.id);
  const colors = readColors(text);
  const fault = paletteFault(colors);
  const edited: ChartPalette = {
    id:
      id ??
      idFor(
        name,
        palettes.map((known) => known.id),
      ),
    name: name.trim(),
    kind,
    colors,
    isDefault,
  };
  const save = () => {
    if (fault !== undefined) return;
    changes.change(
      t('appearance.palettes.saved', { name: edited.name }),
      ({ chartPalettes }) => {
        const changed = withEntry(chartPalettes, edited);
        return { chartPalettes: isDefault ? withDefault(changed, edited.id) : changed };
      },
      onClose,
    );
  };
  return (
    <FormDialog
      title={
        palette ? t('appearance.palettes.edit', { name: palette.name }) : t('appearance.palettes.create')
      }
      action={palette ? t('action.save') : t('action.create')}
      isBusy={changes.mutation.isPending}
      error={changes.mutation.error}
      size="lg"
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('appearance.palettes.name')}
        required
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label={t('appearance.palettes.kind')}
        description={t(`appearance.palettes.kindHint.${kind}`)}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: t(`appearance.palettes.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(kinds.find((each) => each === value) ?? kind)}
      />
      <Textarea
        label={t('appearance.palettes.colors')}
        description={t('appearance.palettes.colorsHint', { max: MAX_PALETTE_COLORS })}
        required
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        error={fault}
        onChange={(event) => setText(event.target.value)}
      />
      <PaletteSwatches colors={colors} kind={kind} />
      <PaletteWarnings warnings={fault === undefined ? paletteWarnings(colors, kind) : []} />
      <Switch
        label={t('appearance.palettes.isDefault')}
        checked={isDefault}
        onChange={(event) => setDefault(event.target.checked)}
      />
      {name.trim() !== '' && (
        <Text size="sm" c="dimmed">
          {t('appearance.palettes.id')} <Code>{schemeOf(edited.id)}</Code>
        </Text>
      )}
      <div className={styles.sample} aria-hidden="true" inert>
        <SampleDashboard
          only={kind === 'categorical' ? 'names' : 'amounts'}
          appearance={{ palettes: fault === undefined ? [shownAsDefault(edited)] : [] }}
          scheme={scheme}
        />
      </div>
    </FormDialog>
  );
}

/** The palette as the one of the sample, which has amounts without a middle. */
function shownAsDefault(palette: ChartPalette): ChartPalette {
  return { ...palette, isDefault: true, kind: palette.kind === 'categorical' ? 'categorical' : 'sequential' };
}

function PaletteWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" role="status" title={t('appearance.contrast.title')}>
      {warnings.map((warning) => (
        <div key={warning}>{warning}</div>
      ))}
    </Alert>
  );
}
