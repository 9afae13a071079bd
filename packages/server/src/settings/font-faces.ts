import type { AtRule, Root } from 'postcss';

/** A font face of a stylesheet, of which every value is one that a page may be given. */
export interface FontFace {
  readonly family: string;
  /** Address of the file, by HTTPS. */
  readonly src: string;
  readonly weight?: string | undefined;
  readonly style?: string | undefined;
  /** The signs that the file has. */
  readonly unicodeRange?: string | undefined;
}

/** What descriptors may say; any other value is left out, and the browser takes its default. */
const WEIGHT = /^(normal|bold|\d{1,4}( \d{1,4})?)$/;
const STYLE = /^(normal|italic|oblique)$/;
const RANGE = /^u\+[0-9a-f?-]+(, *u\+[0-9a-f?-]+)*$/i;
const FILE = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^"')\s]+))\s*\)/i;
const ESCAPED = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi;

/**
 * Reads the font faces of a stylesheet: those with a file by HTTPS, and of each the first file. All else in the sheet
 * is left out.
 *
 * @param address of the sheet, from which those of its files begin
 * @throws an error for a text that is no stylesheet
 */
export async function readFontFaces(css: string, address: string): Promise<FontFace[]> {
  const { parse } = await import('postcss');
  const faces: FontFace[] = [];
  const sheet: Root = parse(css);
  sheet.walkAtRules(/^font-face$/i, (rule) => {
    const face = faceOf(rule, address);
    if (face) faces.push(face);
  });
  return faces;
}

function faceOf(rule: AtRule, address: string): FontFace | undefined {
  const values = new Map<string, string>();
  rule.walkDecls(({ prop, value }) => void values.set(prop.toLowerCase(), value.trim()));
  const allowed = (name: string, pattern: RegExp) => {
    const value = values.get(name);
    return value !== undefined && pattern.test(value) ? value : undefined;
  };
  const family = unescaped(values.get('font-family')?.replaceAll(/^["']|["']$/g, '') ?? '');
  const [, ...files] = FILE.exec(values.get('src') ?? '') ?? [];
  const url = URL.parse(unescaped(files.find((file) => file !== undefined) ?? ''), address);
  if (family === '' || url?.protocol !== 'https:') return undefined;
  return {
    family,
    src: url.href,
    weight: allowed('font-weight', WEIGHT),
    style: allowed('font-style', STYLE),
    unicodeRange: allowed('unicode-range', RANGE),
  };
}

/** A text of CSS without its escapes. */
const unescaped = (text: string) =>
  text.replaceAll(ESCAPED, (_, digits: string | undefined, sign: string | undefined) => {
    const point = Number.parseInt(digits ?? '', 16);
    return sign ?? (point > 0x10ffff ? '\u{fffd}' : String.fromCodePoint(point));
  });

/** The faces as a stylesheet of their own. */
export const toFontSheet = (faces: readonly FontFace[]): string => faces.map(toRule).join('');

function toRule({ family, src, weight, style, unicodeRange }: FontFace): string {
  const descriptors = [
    `font-family:${quoted(family)}`,
    `src:url(${quoted(src)})`,
    'font-display:swap',
    ...(weight === undefined ? [] : [`font-weight:${weight}`]),
    ...(style === undefined ? [] : [`font-style:${style}`]),
    ...(unicodeRange === undefined ? [] : [`unicode-range:${unicodeRange}`]),
  ];
  return `@font-face{${descriptors.join(';')}}\n`;
}

/** As a string of CSS: what would end it is written by its number. */
const quoted = (text: string) =>
  `"${text.replaceAll(/["\\<\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
