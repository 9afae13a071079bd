import { resolveLocale, type ShippedLocale } from '@oriel/contract/locale';
import type { ComparisonAnnotation, QueryResult } from './query-result.ts';

/** What stands where of a title, by what its column holds. */
type ComparedTexts = Readonly<
  Record<ComparisonAnnotation['output'], (measure: string, span: string) => string>
>;

const spanish: ComparedTexts = {
  previous: (measure, span) => `${measure} (${span} antes)`,
  difference: (measure, span) => `${measure} (diferencia, ${span})`,
  percent: (measure, span) => `${measure} (variación en %, ${span})`,
};

const portuguese: ComparedTexts = {
  previous: (measure, span) => `${measure} (${span} antes)`,
  difference: (measure, span) => `${measure} (diferença, ${span})`,
  percent: (measure, span) => `${measure} (variação em %, ${span})`,
};

/** For pages and for files: both must name a column alike. */
const comparedTexts: Readonly<Record<ShippedLocale, ComparedTexts>> = {
  'en-US': {
    previous: (measure, span) => `${measure} (${span} before)`,
    difference: (measure, span) => `${measure} (change in ${span})`,
    percent: (measure, span) => `${measure} (change in %, in ${span})`,
  },
  'de-DE': {
    previous: (measure, span) => `${measure} (${span} früher)`,
    difference: (measure, span) => `${measure} (Differenz, ${span})`,
    percent: (measure, span) => `${measure} (Änderung in %, ${span})`,
  },
  'es-ES': spanish,
  'es-MX': spanish,
  'fr-FR': {
    previous: (measure, span) => `${measure} (${span} avant)`,
    difference: (measure, span) => `${measure} (différence, ${span})`,
    percent: (measure, span) => `${measure} (variation en %, ${span})`,
  },
  'it-IT': {
    previous: (measure, span) => `${measure} (${span} prima)`,
    difference: (measure, span) => `${measure} (differenza, ${span})`,
    percent: (measure, span) => `${measure} (variazione in %, ${span})`,
  },
  'ja-JP': {
    previous: (measure, span) => `${measure}（${span}前）`,
    difference: (measure, span) => `${measure}（差、${span}）`,
    percent: (measure, span) => `${measure}（変化率、${span}）`,
  },
  'nb-NO': {
    previous: (measure, span) => `${measure} (${span} tidligere)`,
    difference: (measure, span) => `${measure} (differanse, ${span})`,
    percent: (measure, span) => `${measure} (endring i %, ${span})`,
  },
  'pt-BR': portuguese,
  'pt-PT': portuguese,
  'sv-SE': {
    previous: (measure, span) => `${measure} (${span} tidigare)`,
    difference: (measure, span) => `${measure} (skillnad, ${span})`,
    percent: (measure, span) => `${measure} (förändring i %, ${span})`,
  },
  'vi-VN': {
    previous: (measure, span) => `${measure} (${span} trước)`,
    difference: (measure, span) => `${measure} (chênh lệch, ${span})`,
    percent: (measure, span) => `${measure} (thay đổi %, ${span})`,
  },
};

/** How far back a comparison lies, in the words of a language: `3 months`. */
function spanText({ amount, unit }: Pick<ComparisonAnnotation, 'amount' | 'unit'>, language: string): string {
  // Of a quarter there are no words, but of its months.
  const isQuarter = unit === 'quarter';
  const options = { style: 'unit', unit: isQuarter ? 'month' : unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(isQuarter ? amount * 3 : amount);
}

/**
 * What a column of a comparison is called, by the title of its measure.
 *
 * @param language a BCP 47 tag; titles are English in one that is not shipped
 */
export function comparedTitle(
  comparison: Omit<ComparisonAnnotation, 'title' | 'shortTitle'>,
  measure: string,
  language: string | undefined,
): string {
  const locale = resolveLocale(language);
  const span = spanText(comparison, (locale && language) ?? 'en-US');
  return comparedTexts[locale ?? 'en-US'][comparison.output](measure, span);
}

/** The columns with the titles of comparisons in `language`: the query API has English ones. */
export function withComparedTitles(
  columns: QueryResult['columns'],
  language: string | undefined,
): QueryResult['columns'] {
  const entries = Object.entries(columns);
  if (entries.every(([, { comparison }]) => comparison === undefined)) return columns;
  return Object.fromEntries(
    entries.map(([key, column]) => {
      const { comparison, ...rest } = column;
      if (comparison === undefined) return [key, column];
      const { title = key, shortTitle = title } = comparison;
      // Without what the titles were made of: who asks again leaves them as they are.
      const titles = {
        title: comparedTitle(comparison, title, language),
        shortTitle: comparedTitle(comparison, shortTitle, language),
      };
      return [key, { ...rest, ...titles }];
    }),
  );
}
