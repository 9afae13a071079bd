import type { DashboardThemeInput } from '@oriel/contract';

/** What the dialog of a theme for dashboards offers; the API knows more, which stays as it is. */
export const themeFields = [
  { name: 'primaryColor', path: ['primaryColor'], isColor: true },
  { name: 'page', path: ['dashboard', 'backgroundColor'], isColor: true },
  { name: 'surface', path: ['widgets', 'backgroundColor'], isColor: true },
  { name: 'text', path: ['widgets', 'text', 'color'], isColor: true },
  { name: 'titleColor', path: ['widgets', 'title', 'color'], isColor: true },
  { name: 'titleSize', path: ['widgets', 'title', 'fontSize'], isColor: false },
  { name: 'borderColor', path: ['widgets', 'border', 'color'], isColor: true },
  { name: 'borderWidth', path: ['widgets', 'border', 'width'], isColor: false },
  { name: 'radius', path: ['widgets', 'border', 'radius'], isColor: false },
  { name: 'fontFamily', path: ['fontFamily'], isColor: false },
] as const;

type Sections = { readonly [name: string]: unknown };

/** The text at a path of a theme; empty where there is none. */
export function textAt(theme: DashboardThemeInput, path: readonly string[]): string {
  let part: unknown = theme;
  for (const name of path) part = isSection(part) ? part[name] : undefined;
  return typeof part === 'string' ? part : '';
}

/** The theme with another text at a path; empty takes it away. */
export function withTextAt(
  theme: DashboardThemeInput,
  path: readonly string[],
  text: string,
): DashboardThemeInput {
  const change = (part: unknown, [name = '', ...rest]: readonly string[]): Sections => {
    const known = isSection(part) ? part : {};
    return {
      ...known,
      [name]: rest.length > 0 ? change(known[name], rest) : text.trim() === '' ? null : text,
    };
  };
  return change(theme, path);
}

const isSection = (part: unknown): part is Sections => typeof part === 'object' && part !== null;
