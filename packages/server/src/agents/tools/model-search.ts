import type { DescribedMember, DescribedView } from './described-model.ts';

/** A view or a member that a search has found. */
export interface SearchHit {
  readonly view: DescribedView;
  /** Absent: the view itself. */
  readonly member?: DescribedMember;
  readonly score: number;
}

/** How much a word counts by where it stands. */
const weights = { name: 4, title: 3, description: 1 } as const;
/** A member counts a little for words of its view, so that words of both find it. */
const OF_VIEW = 0.35;

/**
 * Ranks views and members by how well their names, titles and descriptions fit some words, best first; those that no
 * word fits are left out. A word that is rare in the model counts more than one that is everywhere, and a beginning of
 * a word less than all of it.
 */
export function searchModel(views: readonly DescribedView[], text: string): readonly SearchHit[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const entries = views.flatMap((view): Entry[] => [
    { view, fields: fieldsOf(view) },
    ...view.members.map((member) => ({ view, member, fields: fieldsOf(member) })),
  ]);
  const rarities = new Map(words.map((word) => [word, rarityOf(word, entries)]));
  const scoreOf = (fields: Fields) =>
    words.reduce((sum, word) => sum + (rarities.get(word) ?? 0) * matchOf(fields, word), 0);
  const ofViews = new Map(views.map((view) => [view, scoreOf(fieldsOf(view))]));
  return entries
    .map(({ view, member, fields }): SearchHit => {
      const own = scoreOf(fields);
      const score = member && own > 0 ? own + OF_VIEW * (ofViews.get(view) ?? 0) : own;
      return { view, ...(member && { member }), score };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || nameOf(one).localeCompare(nameOf(other)));
}

interface Entry {
  readonly view: DescribedView;
  readonly member?: DescribedMember;
  readonly fields: Fields;
}

interface Fields {
  readonly name: readonly string[];
  readonly title: readonly string[];
  readonly description: readonly string[];
}

function nameOf({ view, member }: SearchHit): string {
  return member?.name ?? view.name;
}

function fieldsOf({ name, title, description = '' }: Pick<DescribedView, 'name' | 'title' | 'description'>) {
  const own = name.slice(name.indexOf('.') + 1);
  return { name: wordsOf(own), title: wordsOf(title), description: wordsOf(description) };
}

/** How rare a word is among the entries: more than 0. */
function rarityOf(word: string, entries: readonly Entry[]): number {
  const found = entries.filter(({ fields }) => matchOf(fields, word) > 0).length;
  return Math.log(1 + entries.length / (1 + found));
}

function matchOf(fields: Fields, word: string): number {
  return Math.max(
    ...(['name', 'title', 'description'] as const).map(
      (field) => weights[field] * fitOf(fields[field], word),
    ),
  );
}

/** Words that end differently are still the same: `flights` finds `flight`. */
function fitOf(words: readonly string[], word: string): number {
  return Math.max(0, ...words.map((each) => likenessOf(each, word)));
}

const MIN_STEM = 4;

/** How alike two words are, from 0 to 1: the same one, another ending, or the beginning of a longer one. */
export function likenessOf(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < MIN_STEM || !long.startsWith(short)) return 0;
  return long.length - short.length <= 2 ? 0.9 : 0.5;
}

/** Words that say nothing about data, in questions of the shipped languages where they are frequent. */
const FILLERS = new Set(
  (
    'a an and are as at be by did do does each every for from give had has have how i in is it me my of on or our per show so ' +
    'tell that the their there they this to us was we were what when where which who why will with you your all many much ' +
    'der die das den dem des ein eine einen und oder ist sind wie viele viel was welche wer von nach im zeige mir ' +
    'el la los las un una de del y o es son cuantos cuantas que cual por en ' +
    'le les une des du et ou est sont combien quel quelle par dans'
  ).split(' '),
);

/** The words of a text in lower case, without those that say nothing; names are cut where their parts meet. */
export function wordsOf(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set((parts ?? []).flatMap(splitUnspaced))].filter((word) => !FILLERS.has(word));
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Japanese and Chinese have no spaces between words. */
function splitUnspaced(part: string): string[] {
  return UNSPACED.test(part) ? [...segmenter.segment(part)].map(({ segment }) => segment) : [part];
}
