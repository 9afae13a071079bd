import type { AppliedFilter } from '@oriel/dashboard/applied-filters';
import { resolveLocale, type ShippedLocale } from '@oriel/embed';
import { filterWords } from './dashboard/filters/applied-filter-words.ts';
import { loadDashboardTexts } from './messages/dashboard-texts.ts';
import { inLanguages } from './messages/language.ts';
import { memberTypesOf } from './query/load-member-types.ts';

/*
 * What the server writes the filters of a file with: a module of the same build as the pages (`vite.config.ts`), so that a file says what
 * its table says.
 */

interface SheetWords {
  /** Name of the sheet. */
  readonly filters: string;
  readonly field: string;
  readonly condition: string;
}

const words: Readonly<Record<ShippedLocale, SheetWords>> = {
  'en-US': { filters: 'Filters', field: 'Field', condition: 'Condition' },
  'de-DE': { filters: 'Filter', field: 'Feld', condition: 'Bedingung' },
  'es-ES': { filters: 'Filtros', field: 'Campo', condition: 'Condición' },
  'es-MX': { filters: 'Filtros', field: 'Campo', condition: 'Condición' },
  'fr-FR': { filters: 'Filtres', field: 'Champ', condition: 'Condition' },
  'it-IT': { filters: 'Filtri', field: 'Campo', condition: 'Condizione' },
  'ja-JP': { filters: 'フィルター', field: '項目', condition: '条件' },
  'nb-NO': { filters: 'Filtre', field: 'Felt', condition: 'Betingelse' },
  'pt-BR': { filters: 'Filtros', field: 'Campo', condition: 'Condição' },
  'pt-PT': { filters: 'Filtros', field: 'Campo', condition: 'Condição' },
  'sv-SE': { filters: 'Filter', field: 'Fält', condition: 'Villkor' },
  'vi-VN': { filters: 'Bộ lọc', field: 'Trường', condition: 'Điều kiện' },
};

/** What of the model's answer the filters are named by. */
type Meta = Parameters<typeof memberTypesOf>[0];

/**
 * The filters of a report as a sheet of its file: its name, and its lines of two cells, the first of them its titles.
 *
 * @param meta the model as the query API tells it; undefined where it cannot be asked
 * @param locale a BCP 47 tag; texts are in English where its language is not shipped
 */
export async function filterSheet(
  filters: readonly AppliedFilter[],
  meta: Meta | undefined,
  locale: string,
): Promise<{ name: string; lines: [field: string, condition: string][] }> {
  const texts = resolveLocale(locale) ?? 'en-US';
  await loadDashboardTexts(texts);
  const members = meta && memberTypesOf(meta);
  const { filters: name, field, condition: title } = words[texts];
  return inLanguages({ locale, texts }, () => ({
    name,
    lines: [
      [field, title],
      ...filters.map((filter): [string, string] => {
        const { name: of, condition } = filterWords(filter, members);
        return [of, condition];
      }),
    ],
  }));
}
