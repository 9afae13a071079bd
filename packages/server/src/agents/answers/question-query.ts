import type { DescribedMember, DescribedView } from '../tools/described-model.ts';
import { searchModel, wordsOf } from '../tools/model-search.ts';

/** What a question asks of the model as far as its words say, and the members that they have named. */
export interface QuestionQuery {
  readonly query: object;
  readonly members: readonly DescribedMember[];
}

const ROWS = 20;

/** Words of granularities in the shipped languages. */
const granularities: Readonly<Record<string, readonly string[]>> = {
  day: 'day days daily tag tagen täglich día dias días jour jours giorno giorni dag dager dagar dia ngày 日 日別'.split(
    ' ',
  ),
  week: 'week weeks weekly woche wochen wöchentlich semana semanas semaine semaines settimana uke vecka tuần 週'.split(
    ' ',
  ),
  month:
    'month months monthly monat monaten monatlich mes meses mois mese mesi måned månad mês tháng 月 月別'.split(
      ' ',
    ),
  quarter: 'quarter quarters quarterly quartal trimestre kvartal quý 四半期'.split(' '),
  year: 'year years yearly annual jahr jahren jährlich año años an année années anno anni år ano anos năm 年'.split(
    ' ',
  ),
};

/**
 * Makes a query of the words of a question: the measure that fits best, by the dimensions of its view and the granularity that the
 * question names. Undefined where the words name no measure, or where more of them are left over than are understood.
 */
export function toQuestionQuery(
  views: readonly DescribedView[],
  question: string,
): QuestionQuery | undefined {
  const words = wordsOf(question);
  const granularity = granularityOf(words);
  const meaningful = words.filter((word) => !isGranularity(word));
  const hits = searchModel(views, meaningful.join(' '));
  const best = hits.find(({ member }) => member?.kind === 'measure');
  if (!best?.member) return undefined;
  const { view, member: measure } = best;
  const left = meaningful.filter((word) => !isNamedBy(measure, word));
  if (left.length === meaningful.length) return undefined;
  const dimensions = view.members.filter(
    (member) =>
      member.kind === 'dimension' && member.type !== 'time' && left.some((word) => isTitledBy(member, word)),
  );
  const unknown = left.filter(
    (word) => !dimensions.some((member) => isNamedBy(member, word)) && !isNamedBy(view, word),
  );
  if (unknown.length * 2 > meaningful.length) return undefined;
  const time = granularity === undefined ? undefined : timeOf(view, left);
  return {
    query: queryOf({ measure, dimensions: dimensions.slice(0, 2), time, granularity }),
    members: [measure, ...dimensions.slice(0, 2), ...(time ? [time] : [])],
  };
}

function queryOf({
  measure,
  dimensions,
  time,
  granularity,
}: {
  measure: DescribedMember;
  dimensions: readonly DescribedMember[];
  time: DescribedMember | undefined;
  granularity: string | undefined;
}): object {
  return {
    measures: [measure.name],
    ...(dimensions.length > 0 && { dimensions: dimensions.map(({ name }) => name) }),
    ...(time && { timeDimensions: [{ dimension: time.name, granularity }] }),
    order: time ? { [time.name]: 'desc' } : { [measure.name]: 'desc' },
    limit: ROWS,
  };
}

function granularityOf(words: readonly string[]): string | undefined {
  return Object.entries(granularities).find(([, names]) => words.some((word) => names.includes(word)))?.[0];
}

function isGranularity(word: string): boolean {
  return Object.values(granularities).some((names) => names.includes(word));
}

/** The time dimension that the words name, else the first of the view. */
function timeOf(view: DescribedView, words: readonly string[]): DescribedMember | undefined {
  const times = view.members.filter(({ type }) => type === 'time');
  return times.find((member) => words.some((word) => isTitledBy(member, word))) ?? times[0];
}

type Named = Pick<DescribedMember, 'name' | 'title' | 'description'>;

function isTitledBy({ name, title }: Named, word: string): boolean {
  return fits({ name, title }, word);
}

function isNamedBy(named: Named, word: string): boolean {
  return fits(named, word);
}

/** Whether a word finds this alone, by the same rules as in the model. */
function fits({ name, title, description }: Named, word: string): boolean {
  const view = { name, title, description, kind: 'view', members: [] } as const;
  return searchModel([view], word).length > 0;
}
