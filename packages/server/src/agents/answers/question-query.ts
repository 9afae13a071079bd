import type { DescribedMember, DescribedView } from '../tools/described-model.ts';
import { likenessOf, searchModel, wordsOf, type SearchHit } from '../tools/model-search.ts';

/** What a question asks of the model as far as its words say, and the members that they have named. */
interface QuestionQuery {
  readonly query: object;
  readonly members: readonly DescribedMember[];
}

const ROWS = 20;
const MAX_DIMENSIONS = 2;
/** How much counts what only the description of a measure has. */
const BY_DESCRIPTION = 0.25;

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
 * Makes a query of the words of a question: the measure that fits best, by the dimensions of its view and the
 * granularity that the question names. Undefined where the words name no measure, or where more of them are left over
 * than are understood.
 */
export function toQuestionQuery(
  views: readonly DescribedView[],
  question: string,
): QuestionQuery | undefined {
  const words = wordsOf(question);
  const granularity = granularityOf(words);
  const meaningful = words.filter((word) => !isGranularity(word));
  const best = bestMeasure(searchModel(views, meaningful.join(' ')), meaningful);
  if (!best) return undefined;
  const { view, measure } = best;
  const left = meaningful.filter((word) => !isNamedBy(measure, word));
  if (left.length === meaningful.length) return undefined;
  const dimensions = dimensionsOf(view, left);
  const unknown = left.filter(
    (word) => !dimensions.some((member) => isNamedBy(member, word)) && !isNamedBy(view, word),
  );
  if (unknown.length * 2 > meaningful.length) return undefined;
  const time = granularity === undefined ? undefined : timeOf(view, left);
  return {
    query: queryOf({ measure, dimensions, time, granularity }),
    members: [measure, ...dimensions, ...(time ? [time] : [])],
  };
}

/** Of measures that are found equally, the one of which the question has more words: `flights` are not late ones. */
function bestMeasure(
  hits: readonly SearchHit[],
  words: readonly string[],
): { view: DescribedView; measure: DescribedMember } | undefined {
  const [best] = hits
    .flatMap(({ view, member, score }) =>
      member?.kind === 'measure' ? [{ view, measure: member, score }] : [],
    )
    .map((hit) => ({ ...hit, fit: hit.score * Math.max(coverageOf(hit.measure, words), BY_DESCRIPTION) }))
    .toSorted((one, other) => other.fit - one.fit);
  return best;
}

/** The dimensions that words name; a word names one of them, the one of which the question has most. */
function dimensionsOf(view: DescribedView, words: readonly string[]): DescribedMember[] {
  const candidates = view.members.filter(({ kind, type }) => kind === 'dimension' && type !== 'time');
  const found: DescribedMember[] = [];
  let left = words;
  while (found.length < MAX_DIMENSIONS) {
    const [best] = candidates
      .map((member) => {
        const named = left.filter((word) => isTitledBy(member, word));
        return { member, named, fit: named.length * coverageOf(member, left) };
      })
      .filter(({ fit }) => fit > 0)
      .toSorted((one, other) => other.fit - one.fit);
    if (!best) break;
    found.push(best.member);
    left = left.filter((word) => !best.named.includes(word));
  }
  return found;
}

/** How much of a name or of a title, where that is more, words say: 1 for all of it. */
function coverageOf({ name, title }: Named, words: readonly string[]): number {
  const shares = [name.slice(name.indexOf('.') + 1), title].map((text) => {
    const parts = wordsOf(text);
    const said = parts.filter((part) => words.some((word) => likenessOf(part, word) > 0));
    return parts.length === 0 ? 0 : said.length / parts.length;
  });
  return Math.max(...shares);
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
