import type { AppTheme, FieldIssue, ThemeFont } from '@oriel/contract';
import { fontFamily } from '@oriel/dashboard/account-properties';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { OutboundFetch } from '../outbound/outbound-fetch.ts';
import { readFontFaces, type FontFace } from './font-faces.ts';

/** Bytes of a file: one with the signs of Chinese or Japanese has several million. */
export const MAX_FONT_BYTES = 10 * 2 ** 20;
/** Bytes of a stylesheet: one for Japanese names a hundred files. */
const MAX_SHEET_BYTES = 2 ** 20;
const MAX_FACES = 1_000;

/** Services of fonts give the smaller files to browsers that they know. */
const BROWSER =
  'Mozilla/5.0 (compatible; Oriel) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** What files begin with, in hexadecimal. Both formats of the older files are in use with either ending. */
const TRUE_TYPE = ['00010000', '74727565', '4f54544f'];
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  woff2: ['774f4632'],
  woff: ['774f4646'],
  ttf: TRUE_TYPE,
  otf: TRUE_TYPE,
};
const ANY_FONT = Object.values(BEGINNINGS).flat();

/** The font faces of the stylesheets of a theme, by the address of each. */
export type SheetFaces = Readonly<Record<string, readonly FontFace[]>>;

/** What was found of the fonts of a theme. */
interface CheckedFonts {
  readonly issues: FieldIssue[];
  readonly faces: SheetFaces;
}

/** Why a font is not taken, as the end of a sentence about its field. */
class FontFault extends Error {}

/** Looks at the fonts of a theme that was not looked at before. */
export type CheckFonts = (
  theme: AppTheme,
  known: { readonly theme: AppTheme | null | undefined; readonly faces: SheetFaces },
) => Promise<CheckedFonts>;

/**
 * Makes the check of fonts: each new one is fetched, of a public host, and its bytes must be those of a font of its
 * format. Of a stylesheet the font faces are read, which pages are given in place of it, and a file of the family is
 * looked at.
 */
export function createFontCheck(fetchUpTo: (maxBytes: number) => OutboundFetch): CheckFonts {
  const [fetchFont, fetchSheet] = [fetchUpTo(MAX_FONT_BYTES), fetchUpTo(MAX_SHEET_BYTES)];
  const check = async (theme: AppTheme, font: ThemeFont): Promise<readonly FontFace[] | undefined> => {
    if (font.format !== 'css') {
      await checkFile(fetchFont, font.url, BEGINNINGS[font.format] ?? [], font.format);
      return undefined;
    }
    const text = (await load(fetchSheet, font.url)).toString();
    const faces = await readFontFaces(text, font.url).catch(() => {
      throw new FontFault('is the address of no stylesheet');
    });
    const family = fontFamily(theme, font.id);
    const own = faces.filter((face) => face.family === family);
    const [first] = own;
    if (!first) {
      const names = [...new Set(faces.map((face) => face.family))].slice(0, 5).join(', ') || 'none';
      throw new FontFault(`is a stylesheet without the family ${family}; it has ${names}`);
    }
    await checkFile(fetchFont, first.src, ANY_FONT, 'a known format');
    return own.slice(0, MAX_FACES);
  };
  return async (theme, known) => {
    const issues: FieldIssue[] = [];
    const faces: Record<string, readonly FontFace[]> = {};
    for (const [index, font] of (theme.typography?.fonts ?? []).entries()) {
      const kept = keptFaces(theme, font, known);
      try {
        const found = kept ? kept.faces : await check(theme, font);
        if (found) faces[font.url] = found;
      } catch (error) {
        issues.push({ path: `appTheme.typography.fonts[${index}].url`, message: reasonOf(error) });
      }
    }
    return { issues, faces };
  };
}

/** A font that is in the theme already is not fetched again: its host may be away, and nothing changes. */
function keptFaces(
  theme: AppTheme,
  { id, url, format }: ThemeFont,
  known: Parameters<CheckFonts>[1],
): { faces: readonly FontFace[] | undefined } | undefined {
  const before = known.theme?.typography?.fonts.find((font) => font.url === url && font.format === format);
  if (!known.theme || !before) return undefined;
  if (format !== 'css') return { faces: undefined };
  const faces = known.faces[url];
  const hasFamily = faces?.some(({ family }) => family === fontFamily(theme, id)) === true;
  return hasFamily ? { faces } : undefined;
}

async function checkFile(
  fetch: OutboundFetch,
  url: string,
  beginnings: readonly string[],
  format: string,
): Promise<void> {
  const beginning = (await load(fetch, url)).subarray(0, 4).toString('hex');
  if (!beginnings.includes(beginning)) throw new FontFault(`leads to no font of ${format}`);
}

/** @throws FontFault, OutboundError */
async function load(fetch: OutboundFetch, url: string): Promise<Buffer> {
  const answer = await fetch(url, { headers: { 'user-agent': BROWSER } });
  if (answer.status >= 300 && answer.status < 400)
    throw new FontFault('leads on to another address; give the one of the file itself');
  if (answer.status !== 200) throw new FontFault(`is answered with the status ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

function reasonOf(error: unknown): string {
  if (error instanceof FontFault) return error.message;
  if (error instanceof OutboundError) return `cannot be looked at: ${error.message}`;
  throw error;
}
