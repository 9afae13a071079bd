import type { AppTheme, AppThemeFontRef, AppThemeTypography } from '@oriel/contract';
import { fontFamily } from '@oriel/dashboard/account-properties';

/** A font as it is entered; without an address of a file it is none. */
export interface ChosenFont {
  readonly family: string;
  readonly url: string;
  /** What is stored for this address; absent for a new one. */
  readonly format?: string | undefined;
  readonly weight: number;
}

/** What a theme has for texts and for headings. */
interface ChosenFonts {
  readonly body: ChosenFont;
  readonly heading: ChosenFont;
}

/** Reads them from a theme. */
export function chosenFonts(theme: AppTheme): ChosenFonts {
  const { typography } = theme;
  const chosen = (ref: AppThemeFontRef | undefined, weight: number): ChosenFont => {
    const font = typography?.fonts.find(({ id }) => id === ref?.fontRef);
    return {
      family: ref ? fontFamily(theme, ref.fontRef) : '',
      url: font?.url ?? '',
      format: font?.format,
      weight: ref?.fontWeight ?? weight,
    };
  };
  return { body: chosen(typography?.body, 400), heading: chosen(typography?.heading, 600) };
}

/** Writes them; null while nothing is entered. Where one is missing, the other stands in for it. */
export function typographyOf({ body, heading }: ChosenFonts): AppThemeTypography | null {
  const isEntered = ({ family, url }: ChosenFont) => family !== '' || url !== '';
  if (!isEntered(body) && !isEntered(heading)) return null;
  const entries = { body: isEntered(body) ? body : heading, heading: isEntered(heading) ? heading : body };
  const fonts = [...new Map(Object.values(entries).map((font) => [fileOf(font), font])).values()];
  const ref = (font: ChosenFont, weight: number) => ({
    fontRef: `font-${fonts.findIndex((entry) => fileOf(entry) === fileOf(font)) + 1}`,
    fontWeight: weight,
  });
  return {
    fonts: fonts.map(({ family, url, format }, index) => ({
      id: `font-${index + 1}`,
      family,
      url,
      format: format ?? formatOf(url),
    })),
    body: ref(entries.body, body.weight),
    heading: ref(entries.heading, heading.weight),
  };
}

const fileOf = ({ family, url }: ChosenFont) => `${family} ${url}`;

/** By the ending of the file. Services of fonts give stylesheets at addresses without one. */
function formatOf(url: string): string {
  return /\.(woff2|woff|ttf|otf|css)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? 'css';
}
