import type { ChartPalette } from '@oriel/contract';
import type { Spec } from 'vega';
import type { ChartLook } from './chart-config.ts';
import { chartParts, toDrawnDocument, type ChartSource } from './chart-parts.ts';
import { truthWords, type TruthWords } from '../formats/format.ts';
import type { ChartParts } from './mark-partial.ts';

/*
 * A template is a compiled chart in which marks stand for what is only known where it is drawn: the look of the page, the colours
 * of the account's palettes, the model's titles as the viewer has them, and the words of truth values. Vega-Lite passes such values on without looking into them,
 * so filling the marks in makes the document that compiling with the values would have made (`chart-template.test.ts`). Where that is not
 * certain there is no template, or it cannot be filled in, and the chart is compiled where it is drawn.
 */

/** Every mark begins with this; a document that has it in its own words has no template. */
const MARK = 'oriel:';
const markOf = (part: string) => `${MARK}look:${part}`;
const PALETTE = `${MARK}palette:`;
const TITLE = /oriel:title:([^;"\\]*);/g;
const WORD = /oriel:word:(yes|no);/g;
const markedWords: TruthWords = [`${MARK}word:yes;`, `${MARK}word:no;`];

/** The look of a template. */
const markedLook: ChartLook = {
  text: markOf('text'),
  muted: markOf('muted'),
  grid: markOf('grid'),
  font: markOf('font'),
  first: markOf('first'),
  category: [markOf('category')],
  sequential: [markOf('sequential')],
  diverging: [markOf('diverging')],
  locale: markOf('locale'),
};

/** Compiles a Vega-Lite document. */
type Compile = (document: object, look: ChartLook) => Spec;

/** A title that stands for itself in a text of a document and in an expression alike. */
const isPlain = (title: string | undefined): title is string =>
  title !== undefined && title !== '' && !/["\\\p{Cc}\u2028\u2029]/u.test(title) && !title.includes(MARK);

/**
 * The document of a chart with marks, as a text: by it a template is found. Undefined for a chart that has none because
 * its own words look like marks.
 */
export function markedDocument(
  {
    spec,
    result,
    palettes,
  }: Omit<ChartSource, 'palettes'> & { palettes: readonly Pick<ChartPalette, 'id'>[] },
  rows: ChartParts['rows'],
): string | undefined {
  if (JSON.stringify(spec).includes(MARK)) return undefined;
  const columns = Object.entries(result.columns).map(([key, column]) => [
    key,
    // Without a title of its own it is no column that marks stand for.
    column.shortTitle === undefined ? column : { ...column, shortTitle: `${MARK}title:${key};` },
  ]);
  const marked = {
    spec,
    result: { ...result, columns: Object.fromEntries(columns) as typeof result.columns },
    palettes: palettes.map(({ id }) => ({ id, colors: [PALETTE + id] })),
    words: markedWords,
  };
  return JSON.stringify(chartParts(marked, rows).document);
}

/** The palettes of the account that a document names; marks stand for their colours. */
export function namedPalettes(spec: object): Pick<ChartPalette, 'id'>[] {
  return [...JSON.stringify(spec).matchAll(/"palette:([\w-]+)"/g)].map(([, id = '']) => ({ id }));
}

/**
 * The template of a marked document; undefined where a mark has come to stand in other words.
 * @throws what `compile` throws
 */
export function makeTemplate(marked: string, compile: Compile): Spec | undefined {
  const template = compile(toDrawnDocument(JSON.parse(marked) as object), markedLook);
  return areMarksWhole(template) ? template : undefined;
}

/** Titles and words may stand in expressions, as those of tooltips and labels do; every other mark stands alone. */
function areMarksWhole(node: unknown): boolean {
  if (typeof node === 'string')
    return isMark(node) || !node.replaceAll(TITLE, '').replaceAll(WORD, '').includes(MARK);
  if (typeof node !== 'object' || node === null) return true;
  return Object.entries(node).every(([key, value]) => !key.includes(MARK) && areMarksWhole(value));
}

const lookMarks: ReadonlySet<unknown> = new Set(Object.values(markedLook).flat());
const isMark = (text: string) =>
  lookMarks.has(text) || (text.startsWith(PALETTE) && /^[\w-]+$/.test(text.slice(PALETTE.length)));

/** What stands for the marks of a template. */
interface TemplateValues extends Pick<ChartSource, 'result' | 'palettes' | 'words'> {
  readonly look: ChartLook;
}

/**
 * The document that a template stands for. Undefined where compiling might have made another: Vega-Lite joins titles
 * and leaves one out that is there already, and takes an empty value for none.
 */
export function fillTemplate(template: Spec, marked: string, values: TemplateValues): Spec | undefined {
  const { look, palettes, result, words: [yes, no] = truthWords() } = values;
  const titles = new Map<string, string>();
  for (const [, key = ''] of marked.matchAll(TITLE)) {
    const title = result.columns[key]?.shortTitle;
    if (!isPlain(title)) return undefined;
    titles.set(key, title);
  }
  const shown = [...titles.values()];
  if (new Set(shown).size < shown.length || shown.some((title) => marked.includes(JSON.stringify(title))))
    return undefined;
  const shared = Object.values(look);
  if (shared.some((value) => value === '' || (Array.isArray(value) && value.length === 0))) return undefined;
  const marks = new Map<string, unknown>([
    ...Object.entries(look).map(([name, value]): [string, unknown] => [markOf(name), value]),
    ...palettes.map(({ id, colors }): [string, unknown] => [PALETTE + id, colors]),
  ]);
  const fill = (node: unknown): unknown => {
    if (typeof node === 'string')
      return (
        marks.get(node) ??
        node
          .replaceAll(TITLE, (_mark, key: string) => titles.get(key) ?? '')
          .replaceAll(WORD, (_mark, word: string) => (word === 'yes' ? yes : no))
      );
    if (typeof node !== 'object' || node === null) return node;
    if (!Array.isArray(node))
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value)]));
    const [only] = node as unknown[];
    const list = node.length === 1 && typeof only === 'string' ? marks.get(only) : undefined;
    return Array.isArray(list) ? [...(list as unknown[])] : node.map(fill);
  };
  // A filled text is a text, a filled list is a list.
  return fill(template) as Spec;
}
