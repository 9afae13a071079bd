import type { EmbedTheme } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import { quoted } from './quoted.ts';

/** The values of a host's theme that a dashboard shows; null gives a value back, what is absent stays. */
export type HostTheme = Pick<EmbedTheme, 'primaryColor' | 'font' | 'borderRadius'>;

/** The colours of a host's theme for the chat; null gives a value back, what is absent stays. */
export type HostChatTheme = Pick<EmbedTheme, 'analyticsChat' | 'chat'>;

/** Takes away every value that a theme can set. */
export const NO_THEME: HostTheme & HostChatTheme = {
  primaryColor: null,
  font: null,
  borderRadius: null,
  chat: { inputColor: null },
  analyticsChat: { backgroundColor: null, chatInput: { backgroundColor: null, borderColor: null } },
};

/** What two themes come to, the second over the first. */
export function mergeThemes(one: EmbedTheme, other: EmbedTheme): EmbedTheme {
  const [first, second] = [one.analyticsChat, other.analyticsChat];
  return {
    ...one,
    ...other,
    chat: { ...one.chat, ...other.chat },
    analyticsChat: { ...first, ...second, chatInput: { ...first?.chatInput, ...second?.chatInput } },
  };
}

/** Whether the browser takes a value for a property of CSS. */
type Supports = (property: string, value: string) => boolean;

const CSS_WIDE = /^(inherit|initial|unset|revert|revert-layer)$/i;
const MAX_RADIUS = 1000;

/**
 * Takes the values out of a theme that cannot be used, and says of each why. A value that the browser does not know
 * would not be ignored by a custom property: whatever refers to it would lose its colour.
 */
export function checkTheme(
  theme: HostTheme,
  supports: Supports,
): { theme: HostTheme; problems: readonly string[] } {
  const isValue = (property: string, value: string) =>
    isCssValue(value) && !CSS_WIDE.test(value.trim()) && supports(property, value);
  const { primaryColor, font, borderRadius } = theme;
  const checked = [
    {
      isUsable: !isText(primaryColor) || isValue('color', primaryColor),
      name: 'primaryColor',
      is: 'a colour of CSS',
    },
    { isUsable: !isText(font) || isValue('font-family', font), name: 'font', is: 'a font family of CSS' },
    {
      isUsable:
        borderRadius === null ||
        borderRadius === undefined ||
        (borderRadius >= 0 && borderRadius <= MAX_RADIUS),
      name: 'borderRadius',
      is: `a number of pixels from 0 to ${MAX_RADIUS}`,
    },
  ] as const;
  const bad = checked.filter(({ isUsable }) => !isUsable);
  const kept = Object.entries(theme).filter(([name]) => bad.every((one) => one.name !== name));
  return {
    // The fields of a theme, some left out; all of them are optional.
    theme: Object.fromEntries(kept) as HostTheme,
    problems: bad.map(({ name, is }) => `${name} must be ${is}, not ${quoted(theme[name])}`),
  };
}

const isText = (value: string | null | undefined): value is string => typeof value === 'string';

/** A custom property with the colour that a theme has for it; null takes it away. */
type ChatColor = readonly [property: string, color: string | null];

/**
 * The colours of the chat as custom properties.
 *
 * @returns what is wrong with those that cannot be used as well; they are left out
 */
export function checkChatTheme(
  { analyticsChat, chat }: HostChatTheme,
  supports: Supports,
): { colors: readonly ChatColor[]; problems: readonly string[] } {
  const input = analyticsChat?.chatInput;
  // Two names of one colour: what gives one of them back gives back the colour, unless the other says one.
  const grounds = [input?.backgroundColor, chat?.inputColor];
  const inputGround = grounds.find(isText) ?? grounds.find((color) => color === null);
  const wanted = [
    ['--host-chat-background', 'analyticsChat.backgroundColor', analyticsChat?.backgroundColor],
    ['--host-chat-input-background', 'analyticsChat.chatInput.backgroundColor', inputGround],
    ['--host-chat-input-border', 'analyticsChat.chatInput.borderColor', input?.borderColor],
  ] as const;
  const isColor = (value: string) =>
    isCssValue(value) && !CSS_WIDE.test(value.trim()) && supports('color', value);
  const isBad = (color: string | null | undefined) => isText(color) && !isColor(color);
  return {
    colors: wanted.flatMap(([property, , color]): ChatColor[] =>
      color === undefined || isBad(color) ? [] : [[property, color]],
    ),
    problems: wanted.flatMap(([, name, color]) =>
      isBad(color) ? [`${name} must be a colour of CSS, not ${quoted(color)}`] : [],
    ),
  };
}
