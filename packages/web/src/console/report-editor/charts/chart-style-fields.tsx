import { ColorInput, Select, Stack, TextInput } from '@mantine/core';
import { isCssValue } from '@oriel/contract/css-value';
import { t } from '../../../messages/report-editor-texts.ts';
import { LEGENDS, type Chart, type ChartStyle } from './chart-choice.ts';
import { StyleSection } from '../fields/style-section.tsx';

interface ChartStyleFieldsProps {
  chart: Chart;
  onChange(style: ChartStyle, subject?: string): void;
}

const RIGHT = 'right';
/** Titles of charts beyond it would leave no room for the chart. */
const MAX_TITLE_LENGTH = 120;

/** The titles, the legend and the colour of a chart. */
export function ChartStyleFields({ chart, onChange }: ChartStyleFieldsProps) {
  const { kind, style, color, y, second } = chart;
  const set = (part: ChartStyle, subject?: string) => {
    const next = Object.entries({ ...style, ...part }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    onChange(Object.fromEntries(next), subject);
  };
  const hasAxes = kind !== 'pie';
  const hasLegend = color !== undefined || y.length > 1;
  const text = (name: 'title' | 'groupTitle' | 'valueTitle' | 'secondTitle', label: string) => (
    <TextInput
      size="xs"
      label={label}
      placeholder={t('style.automatic')}
      maxLength={MAX_TITLE_LENGTH}
      value={style[name] ?? ''}
      onChange={({ target }) => set({ [name]: target.value }, `style ${name}`)}
    />
  );
  return (
    <StyleSection isUsed={Object.keys(style).length > 0}>
      <Stack gap="xs">
        {text('title', t('style.title'))}
        {hasAxes && text('groupTitle', t('style.groupTitle'))}
        {hasAxes && text('valueTitle', t('style.valueTitle'))}
        {second.length > 0 && text('secondTitle', t('style.secondTitle'))}
        {hasLegend && (
          <Select
            size="xs"
            label={t('style.legend')}
            allowDeselect={false}
            value={style.legend ?? RIGHT}
            data={[RIGHT, ...LEGENDS].map((value) => ({ value, label: legendText(value) }))}
            onChange={(value) => set({ legend: LEGENDS.find((known) => known === value) })}
          />
        )}
        {!hasLegend && (
          <ColorInput
            size="xs"
            label={t('style.color')}
            placeholder={t('style.automatic')}
            eyeDropperButtonProps={{ 'aria-label': t('style.pick') }}
            value={style.color ?? ''}
            onChange={(value) => isCssValue(value) && set({ color: value }, 'style color')}
          />
        )}
      </Stack>
    </StyleSection>
  );
}

function legendText(place: string): string {
  const known = LEGENDS.find((each) => each === place);
  return known ? t(`style.places.${known}`) : t('style.places.right');
}
