import {
  Alert,
  Button,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  UnstyledButton,
} from '@mantine/core';
import type { ReportKind } from '@oriel/contract';
import {
  IconChartArea,
  IconChartBar,
  IconChartDots,
  IconChartLine,
  IconChartPie,
  IconCode,
  IconGridDots,
  IconMap,
  IconMapPin,
  IconNumber123,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/report-editor-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ShownCode } from '../app-editor/code-editor.ts';
import { CodeField } from '../app-editor/code-field.tsx';
import {
  canDraw,
  CHART_KINDS,
  resolveChart,
  STACKINGS,
  suggestKind,
  type Chart,
  type ChartChoice,
  type ChartKind,
  type Stacking,
} from './charts/chart-choice.ts';
import type { ChartColumn } from './charts/chart-column.ts';
import { ChartStyleFields } from './charts/chart-style-fields.tsx';
import { readChart, type StoredDrawing } from './charts/chart-spec.ts';
import type { Drawing } from './edits/edited-report.ts';
import { hardlySeen } from './charts/hardly-seen.ts';
import { specDrawing } from './edits/report-edits.ts';
import type { MapChoice } from './charts/map-choice.ts';
import { templateIn, withTemplate } from './charts/template-choice.ts';
import { PointFields, RegionFields } from './charts/map-fields.tsx';
import { TableStyleFields } from './charts/table-style-fields.tsx';
import { TemplateFields } from './charts/template-fields.tsx';
import styles from './fields/report-editor.module.css';

interface ChartPanelProps {
  columns: readonly ChartColumn[];
  /** The rows that were answered last. */
  rows: QueryResult['rows'];
  drawing: Drawing;
  /** What is stored of it. */
  stored: StoredDrawing;
  /** Why it cannot be stored. */
  fault: string | undefined;
  onChange(drawing: Drawing, subject?: string): void;
}

/** How the rows are drawn: a kind and its fields, or a specification that is written. */
export function ChartPanel({ columns, rows, drawing, stored, fault, onChange }: ChartPanelProps) {
  const isSpec = drawing.mode === 'spec';
  const toMode = (mode: string) => {
    if (mode === 'spec') return onChange(specDrawing(stored));
    // What the fields cannot express is left; that can be undone.
    onChange({ mode: 'choice', choice: readChart(stored, columns) ?? {} });
  };
  return (
    <section
      className={styles.chart}
      // A template is as wide as a document.
      data-mode={stored.kind === 'html' ? 'spec' : drawing.mode}
      aria-label={t('chart.title')}
    >
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('chart.mode')}
        value={drawing.mode}
        data={[
          { value: 'choice', label: t('chart.fields') },
          { value: 'spec', label: t('chart.spec') },
        ]}
        onChange={toMode}
      />
      {isSpec ? (
        <SpecField {...{ columns, drawing, stored, onChange }} />
      ) : (
        <ChoiceFields
          columns={columns}
          rows={rows}
          choice={drawing.choice}
          onChange={(choice, subject) => onChange({ mode: 'choice', choice }, subject)}
        />
      )}
      {fault !== undefined && (
        <Alert color="orange" p="xs" role="alert">
          {fault}
        </Alert>
      )}
    </section>
  );
}

const icons: Readonly<Record<ChartKind, Icon>> = {
  table: IconTable,
  bar: IconChartBar,
  line: IconChartLine,
  area: IconChartArea,
  pie: IconChartPie,
  scatter: IconChartDots,
  heatmap: IconGridDots,
  kpi: IconNumber123,
  points: IconMapPin,
  regions: IconMap,
  html: IconCode,
};

interface ChoiceFieldsProps {
  columns: readonly ChartColumn[];
  rows: QueryResult['rows'];
  choice: ChartChoice;
  onChange(choice: ChartChoice, subject?: string): void;
}

function ChoiceFields({ columns, rows, choice, onChange }: ChoiceFieldsProps) {
  const chart = resolveChart(choice, columns);
  const suggested = suggestKind(columns);
  return (
    <Stack gap="sm">
      <div className={styles.kinds} role="group" aria-label={t('chart.kind')}>
        {CHART_KINDS.map((kind) => {
          const KindIcon = icons[kind];
          const isOn = chart.kind === kind;
          return (
            <UnstyledButton
              key={kind}
              className={styles.kind}
              aria-pressed={isOn}
              data-suggested={kind === suggested || undefined}
              disabled={!canDraw(kind, columns)}
              onClick={() => onChange({ ...choice, kind })}
            >
              <KindIcon size={18} stroke={1.6} aria-hidden="true" />
              <span>{t(`chart.kinds.${kind}`)}</span>
            </UnstyledButton>
          );
        })}
      </div>
      <Text size="xs" c="dimmed">
        {choice.kind === undefined
          ? t('chart.automatic')
          : t('chart.recommended', { kind: t(`chart.kinds.${suggested}`) })}
      </Text>
      <FieldSelects {...{ columns, rows, chart, choice, onChange }} />
      <KindFields {...{ columns, rows, chart, choice, onChange }} />
      {Object.keys(choice).length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          // Longer than the panel is wide in some languages.
          h="auto"
          py={5}
          styles={{ label: { whiteSpace: 'normal', overflow: 'visible', lineHeight: 1.3 } }}
          onClick={() => onChange({})}
        >
          {t('chart.reset')}
        </Button>
      )}
    </Stack>
  );
}

/** What a kind has beside its axes. */
function KindFields({ columns, chart, choice, onChange }: ChoiceFieldsProps & { chart: Chart }) {
  const { kind } = chart;
  const set = (change: Partial<ChartChoice>, subject?: string) =>
    onChange({ ...choice, kind, ...change }, subject);
  const ofMap = {
    columns,
    map: chart.map,
    onChange: (map: MapChoice, subject?: string) => set({ map }, subject),
  };
  switch (kind) {
    case 'kpi':
      return null;
    case 'table':
      return (
        <TableStyleFields
          columns={columns}
          style={chart.table}
          onChange={(table, subject) => set({ table }, subject)}
        />
      );
    case 'points':
      return <PointFields {...ofMap} />;
    case 'regions':
      return <RegionFields {...ofMap} />;
    case 'html':
      return (
        <TemplateFields
          columns={columns}
          template={templateIn(chart.html)}
          onChange={(template) => set({ html: withTemplate(chart.html, template) }, 'template')}
        />
      );
    default:
      return <ChartStyleFields chart={chart} onChange={(style, subject) => set({ style }, subject)} />;
  }
}

/** Kinds with fields of their own. */
const OWN_FIELDS: readonly ChartKind[] = ['table', 'points', 'regions', 'html'];

function FieldSelects({ columns, rows, chart, choice, onChange }: ChoiceFieldsProps & { chart: Chart }) {
  const { kind, x, y, color, stacking, isHorizontal } = chart;
  const optionsOf = (isMeasure: boolean) =>
    columns
      .filter((column) => (column.kind === 'measure') === isMeasure)
      .map(({ key, title }) => ({ value: key, label: title }));
  const [measures, groups] = [optionsOf(true), optionsOf(false)];
  const set = (change: Partial<ChartChoice>) => onChange({ ...choice, kind, ...change });
  if (OWN_FIELDS.includes(kind)) return null;
  const isAxes = kind === 'bar' || kind === 'line' || kind === 'area';
  const isGrid = kind === 'heatmap';
  const isStacking = color !== undefined && (kind === 'bar' || kind === 'area');
  return (
    <>
      {(isAxes || isGrid || kind === 'scatter') && (
        <Select
          size="xs"
          label={t('chart.x')}
          allowDeselect={false}
          value={x ?? null}
          data={isAxes || isGrid ? groups : measures}
          onChange={(key) => key !== null && set({ x: key })}
        />
      )}
      {(isAxes && color === undefined) || kind === 'kpi' ? (
        <MultiSelect
          size="xs"
          label={kind === 'kpi' ? t('chart.numbers') : t('chart.y')}
          value={[...y]}
          data={measures}
          onChange={(keys) => keys.length > 0 && set({ y: keys })}
        />
      ) : (
        <Select
          size="xs"
          label={kind === 'pie' ? t('chart.theta') : t('chart.y')}
          allowDeselect={false}
          value={y[0] ?? null}
          data={measures}
          onChange={(key) => key !== null && set({ y: [key] })}
        />
      )}
      {isAxes && y.length > 1 && (
        <SecondAxis
          chart={chart}
          options={measures.filter(({ value }) => y.includes(value))}
          small={hardlySeen(chart, rows)}
          onChange={(second) => set({ second })}
        />
      )}
      {kind !== 'kpi' && (groups.length > (isAxes ? 1 : 0) || color !== undefined) && (
        <Select
          size="xs"
          label={t(isGrid ? 'chart.rows' : 'chart.color')}
          clearable={kind !== 'pie' && !isGrid}
          allowDeselect={kind !== 'pie' && !isGrid}
          clearButtonProps={{ 'aria-label': t('chart.noColor') }}
          placeholder={t('chart.noColor')}
          value={color ?? null}
          data={isAxes || isGrid ? groups.filter(({ value }) => value !== x) : groups}
          onChange={(key) => set({ color: key })}
        />
      )}
      {isStacking && (
        <Select
          size="xs"
          label={t('chart.stacking')}
          allowDeselect={false}
          value={stacking}
          data={STACKINGS.map((value) => ({ value, label: stackingText(value, kind) }))}
          onChange={(value) => set({ stacking: STACKINGS.find((known) => known === value) })}
        />
      )}
      {kind === 'bar' && (
        <Switch
          size="xs"
          label={t('chart.horizontal')}
          checked={isHorizontal}
          onChange={({ target }) => set({ isHorizontal: target.checked })}
        />
      )}
    </>
  );
}

interface SecondAxisProps {
  chart: Chart;
  options: readonly { value: string; label: string }[];
  /** Measures that are lost beside the others, see {@link hardlySeen}. */
  small: readonly string[];
  onChange(second: string[]): void;
}

/** Which values have the axis on the other side, and advice where they need one. */
function SecondAxis({ chart: { y, second }, options, small, onChange }: SecondAxisProps) {
  const isLast = (key: string) => second.length === y.length - 1 && !second.includes(key);
  const names = options.filter(({ value }) => small.includes(value)).map(({ label }) => label);
  return (
    <>
      <MultiSelect
        size="xs"
        label={t('chart.second')}
        placeholder={second.length === 0 ? t('chart.noSecond') : ''}
        value={[...second]}
        // One at least stays on the first axis.
        data={options.map((option) => ({ ...option, disabled: isLast(option.value) }))}
        onChange={onChange}
      />
      {small.length > 0 && (
        <Alert color="blue" p="xs" role="note">
          <Stack gap="xs" align="flex-start">
            <Text size="xs">{t('chart.hardlySeen', { measures: names.join(', ') })}</Text>
            <Button
              size="compact-xs"
              variant="default"
              h="auto"
              styles={{ label: { whiteSpace: 'normal' } }}
              onClick={() => onChange([...small])}
            >
              {t('chart.useSecond')}
            </Button>
          </Stack>
        </Alert>
      )}
    </>
  );
}

function stackingText(stacking: Stacking, kind: ChartKind): string {
  if (stacking === 'side') return t(kind === 'area' ? 'chart.overlaid' : 'chart.grouped');
  return t(`chart.${stacking}`);
}

/** Kinds that are written; a choice among them keeps the text. */
const SPEC_KINDS: readonly ReportKind[] = ['vega', 'table', 'kpi', 'map', 'sankey', 'html'];
const kindNames: Readonly<Record<string, string>> = {
  vega: 'Vega-Lite',
  html: 'HTML',
  sankey: 'Sankey',
};

function SpecField({ columns, drawing, stored, onChange }: Omit<ChartPanelProps, 'fault' | 'rows'>) {
  const [histories] = useState(() => new Map<string, ShownCode>());
  if (drawing.mode !== 'spec') return null;
  const { kind, text } = drawing;
  const isLost = readChart(stored, columns) === undefined;
  const name = kind === 'html' ? 'template.html' : 'specification.json';
  const kinds = SPEC_KINDS.includes(kind) ? SPEC_KINDS : [...SPEC_KINDS, kind];
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {isLost ? t('chart.onlySpec') : t('chart.specText')}
      </Text>
      <Select
        size="xs"
        label={t('chart.kind')}
        allowDeselect={false}
        value={kind}
        data={kinds.map((value) => ({ value, label: kindNames[value] ?? kindText(value) }))}
        onChange={(value) => {
          const chosen = kinds.find((known) => known === value);
          if (chosen) onChange({ mode: 'spec', kind: chosen, text });
        }}
      />
      <div className={styles.code} data-alone>
        <CodeField
          name={name}
          value={text}
          histories={histories}
          onChange={(changed) => onChange({ mode: 'spec', kind, text: changed }, 'spec')}
        />
      </div>
      {isLost && (
        <Button size="compact-sm" variant="default" onClick={() => onChange({ mode: 'choice', choice: {} })}>
          {t('chart.startOver')}
        </Button>
      )}
    </Stack>
  );
}

function kindText(kind: string): string {
  if (kind === 'table' || kind === 'kpi') return t(`chart.kinds.${kind}`);
  return kind === 'map' ? t('chart.map') : kind;
}
