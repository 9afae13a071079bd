import type { DashboardThemeInput } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';

/**
 * A dashboard's own look as custom properties of its style sheet. What the host page asks for at the moment goes before
 * it (`--host-…`); parts that the theme leaves out keep the product's look.
 */
export function themeProperties(theme: DashboardThemeInput | null | undefined): Record<string, string> {
  return theme ? propertiesOf(withPlainValues(theme)) : {};
}

function propertiesOf(theme: DashboardThemeInput): Record<string, string> {
  const { dashboard, controls, widgets } = theme;
  const series = theme.primaryColor && `var(--host-accent, ${theme.primaryColor})`;
  return presentIn({
    '--accent': series,
    '--accent-text': series && (hasOwnGround(theme) ? series : readable(series)),
    '--series-1': series,
    '--font': theme.fontFamily && `var(--host-font, ${theme.fontFamily})`,
    '--page': dashboard?.backgroundColor ?? theme.backgroundColor,
    '--dashboard-padding': dashboard?.padding,
    '--surface': widgets?.backgroundColor,
    '--widget-padding': widgets?.padding,
    '--widget-margin': widgets?.margin,
    '--text': widgets?.text?.color,
    '--muted': widgets?.text?.secondaryColor,
    '--text-font': widgets?.text?.fontFamily,
    '--code-font': widgets?.text?.codeFontFamily,
    ...sectionProperties('widget', widgets),
    '--control-surface': controls?.backgroundColor,
    '--control-padding': controls?.padding,
    ...sectionProperties('control', controls),
  });
}

/** As a text on the grounds of the page; the bounds are those of its scheme (`tokens.css`). */
const readable = (color: string) =>
  `oklch(from ${color} clamp(var(--text-least-light), l, var(--text-most-light)) c h)`;

/** Whether the author has chosen what texts lie on, and so what can be read on it. */
const hasOwnGround = ({ backgroundColor, dashboard, widgets }: DashboardThemeInput) =>
  [backgroundColor, dashboard?.backgroundColor, widgets?.backgroundColor].some(Boolean);

type Section = Pick<NonNullable<DashboardThemeInput['widgets']>, 'border' | 'title'>;

function sectionProperties(name: string, section: Section | null | undefined) {
  const { border, title } = section ?? {};
  return {
    [`--${name}-border-color`]: border?.color,
    [`--${name}-border-style`]: border?.style,
    [`--${name}-border-width`]: border?.width,
    [`--${name}-radius`]: border?.radius && `var(--host-radius, ${border.radius})`,
    [`--${name}-title-color`]: title?.color,
    [`--${name}-title-font`]: title?.fontFamily,
    [`--${name}-title-size`]: title?.fontSize,
    [`--${name}-title-weight`]: title?.fontWeight,
  };
}

function presentIn(properties: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** A theme without what is no CSS value, which an older version stored as it came: it could load a picture. */
function withPlainValues<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  const fields = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && !isCssValue(value) ? null : withPlainValues(value),
  ]);
  // Every text of a theme may be null.
  return Object.fromEntries(fields) as Part;
}
