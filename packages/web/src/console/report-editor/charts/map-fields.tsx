import { ColorInput, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { isCssValue } from '@oriel/contract/css-value';
import { isPackagedSource, packagedPropertyOf, regionSources } from '@oriel/contract/map-sources';
import { schemeOf } from '@oriel/dashboard/palettes';
import { use } from 'react';
import { ChartPalettes } from '../../../dashboard/look/chart-palettes.ts';
import { t } from '../../../messages/report-editor-texts.ts';
import { cellOf, type ChartColumn } from './chart-column.ts';
import { propertiesOf, type MapChoice } from './map-choice.ts';

interface MapFieldsProps {
  columns: readonly ChartColumn[];
  map: MapChoice;
  onChange(map: MapChoice, subject?: string): void;
}

/** What a size in pixels may be, and the usual one. */
const SIZE = { min: 1, max: 100, usual: 8 };

/** Fields of a map of points. */
export function PointFields({ columns, map, onChange }: MapFieldsProps) {
  const options = optionsOf(columns);
  const isColumn = (value: unknown) => options.some((option) => option.value === value);
  const set = (part: MapChoice, subject?: string) => onChange({ ...map, ...part }, subject);
  return (
    <>
      {(['latitude', 'longitude'] as const).map((name) => (
        <Select
          key={name}
          size="xs"
          label={t(`map.${name}`)}
          allowDeselect={false}
          value={map[name] ?? null}
          data={options}
          onChange={(value) => value !== null && set({ [name]: value })}
        />
      ))}
      <Select
        size="xs"
        label={t('map.size')}
        placeholder={t('map.sameSize')}
        clearable
        clearButtonProps={{ 'aria-label': t('map.sameSize') }}
        value={isColumn(map.size) ? String(map.size) : null}
        data={optionsOf(columns.filter(({ kind }) => kind === 'measure'))}
        onChange={(value) => set({ size: value ?? undefined })}
      />
      {!isColumn(map.size) && (
        <NumberInput
          size="xs"
          label={t('map.pixels')}
          placeholder={String(SIZE.usual)}
          min={SIZE.min}
          max={SIZE.max}
          clampBehavior="strict"
          value={map.size ?? ''}
          onChange={(size) =>
            set({ size: typeof size === 'number' && size >= SIZE.min ? size : undefined }, 'map size')
          }
        />
      )}
      <Select
        size="xs"
        label={t('map.colorBy')}
        placeholder={t('map.oneColor')}
        clearable
        clearButtonProps={{ 'aria-label': t('map.oneColor') }}
        value={isColumn(map.color) ? (map.color ?? null) : null}
        data={options}
        onChange={(value) => set({ color: value ?? undefined })}
      />
      {!isColumn(map.color) && (
        <ColorInput
          size="xs"
          label={t('style.color')}
          placeholder={t('style.automatic')}
          eyeDropperButtonProps={{ 'aria-label': t('style.pick') }}
          value={map.color ?? ''}
          onChange={(value) =>
            isCssValue(value) && set({ color: value === '' ? undefined : value }, 'map color')
          }
        />
      )}
      <Switch
        size="xs"
        label={t('map.cluster')}
        checked={map.cluster ?? false}
        onChange={({ target }) => set({ cluster: target.checked || undefined })}
      />
    </>
  );
}

/** The choice of a source that is an address. */
const ADDRESS = 'address';
/** What the field of an address begins with. */
const BEGINNING = 'https://';

/** Fields of a map of regions. */
export function RegionFields({ columns, map, onChange }: MapFieldsProps) {
  const set = (part: MapChoice, subject?: string) => onChange({ ...map, ...part }, subject);
  const { source = '', property = '' } = map;
  const isPackaged = isPackagedSource(source);
  const sources = Object.keys(regionSources).filter(isPackagedSource);
  const columnsOf = (isMeasure: boolean) =>
    optionsOf(columns.filter(({ kind }) => (kind === 'measure') === isMeasure));
  return (
    <>
      <Select
        size="xs"
        label={t('map.source')}
        allowDeselect={false}
        value={isPackaged ? source : ADDRESS}
        data={[
          ...sources.map((value) => ({ value: value as string, label: t(`map.sources.${value}`) })),
          { value: ADDRESS, label: t('map.sources.address') },
        ]}
        // Another source has other properties.
        onChange={(value) =>
          value !== null && set({ source: value === ADDRESS ? BEGINNING : value, property: undefined })
        }
      />
      {!isPackaged && (
        <TextInput
          size="xs"
          type="url"
          label={t('map.address')}
          description={t('map.addressHint')}
          dir="ltr"
          maxLength={2000}
          value={source}
          onChange={({ target }) => set({ source: target.value.trim() }, 'map source')}
        />
      )}
      {isPackaged ? (
        <Select
          size="xs"
          label={t('map.property')}
          allowDeselect={false}
          value={packagedPropertyOf(source, property) ?? property}
          data={propertiesOf(source)}
          onChange={(value) => value !== null && set({ property: value })}
        />
      ) : (
        <TextInput
          size="xs"
          label={t('map.property')}
          maxLength={200}
          value={property}
          onChange={({ target }) => set({ property: target.value }, 'map property')}
        />
      )}
      {(['dimension', 'measure'] as const).map((name) => (
        <Select
          key={name}
          size="xs"
          label={t(`map.${name}`)}
          allowDeselect={false}
          value={map[name] ?? null}
          data={columnsOf(name === 'measure')}
          onChange={(value) => value !== null && set({ [name]: value })}
        />
      ))}
      <PaletteFields palette={map.palette} onChange={(palette, subject) => set({ palette }, subject)} />
    </>
  );
}

/** Schemes of Vega for amounts, beside the palettes of the account. */
const SCHEMES = [
  'blues',
  'greens',
  'oranges',
  'purples',
  'reds',
  'greys',
  'viridis',
  'magma',
  'redyellowblue',
];
const OWN = 'own';
const OWN_COLORS = ['#dbe4ff', '#364fc7'];

interface PaletteFieldsProps {
  palette: MapChoice['palette'];
  onChange(palette: MapChoice['palette'], subject?: string): void;
}

/** From the least to the greatest value: a palette by its name, or colours of the author's own. */
function PaletteFields({ palette, onChange }: PaletteFieldsProps) {
  const own = typeof palette === 'object' ? palette : undefined;
  const named = use(ChartPalettes).map(({ id, name }) => ({ value: schemeOf(id), label: name }));
  const options = [
    ...named,
    ...SCHEMES.map((value) => ({ value, label: value })),
    { value: OWN, label: t('map.own') },
  ];
  const unknown = typeof palette === 'string' && !options.some(({ value }) => value === palette);
  return (
    <>
      <Select
        size="xs"
        label={t('map.palette')}
        placeholder={t('style.automatic')}
        clearable
        clearButtonProps={{ 'aria-label': t('style.automatic') }}
        value={own ? OWN : ((palette as string | undefined) ?? null)}
        data={unknown ? [{ value: palette, label: palette }, ...options] : options}
        onChange={(value) => onChange(value === OWN ? OWN_COLORS : (value ?? undefined))}
      />
      {own?.map((color, index) => (
        <ColorInput
          // Colours have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          size="xs"
          label={t('map.colorAt', { at: index + 1, count: own.length })}
          eyeDropperButtonProps={{ 'aria-label': t('style.pick') }}
          value={color}
          onChange={(value) =>
            value !== '' && isCssValue(value) && onChange(own.with(index, value), `map palette ${index}`)
          }
        />
      ))}
    </>
  );
}

const optionsOf = (columns: readonly ChartColumn[]) =>
  columns.map((column) => ({ value: cellOf(column), label: column.title }));
