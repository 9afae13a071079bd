import {
  fields,
  filledText,
  Misfit,
  nullable,
  oneOf,
  optional,
  finiteNumber,
  text,
  textThat,
  type Check,
  type Checked,
} from './check.ts';
import { isTimeZone } from './time-zone.ts';
import { parseUrlControls } from './url-controls.ts';

/** A colour or a font, as CSS writes it; null gives the value back to the theme underneath. */
const css = optional(nullable(text));

/** Look of an embedded surface, as a session's `embedTheme` and as the payload of `set-theme`. */
const embedTheme = fields({
  primaryColor: css,
  font: css,
  /** In CSS pixels. */
  borderRadius: optional(nullable(finiteNumber)),
  chat: optional(nullable(fields({ inputColor: css }))),
  analyticsChat: optional(
    nullable(
      fields({
        backgroundColor: css,
        chatInput: optional(nullable(fields({ backgroundColor: css, borderColor: css }))),
      }),
    ),
  ),
});
export type EmbedTheme = Checked<typeof embedTheme>;

export const colorSchemes = ['light', 'dark', 'auto'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

const languageTag = textThat('a language tag such as de-DE', (value) => {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false; // a RangeError is how Intl says that the tag is not well formed
  }
});

const timeZone = textThat('an IANA time zone such as Europe/Berlin', isTimeZone);

const filterUrlParameter: Check<string> = {
  read(value, place) {
    const controls = filledText.read(value, place);
    const [problem] = parseUrlControls(controls, { onlyControls: true }).problems;
    if (problem !== undefined) throw new Misfit(`${place}: ${problem}`);
    return controls;
  },
};

/** As a filter parameter; an empty text is a state in which the viewer has chosen nothing. */
const controlState: Check<string> = {
  read: (value, place) => (value === '' ? '' : filterUrlParameter.read(value, place)),
};

/** Also after the browser has resolved `..` and backslashes, so that no path leads out of the embed. */
function isEmbedPath(path: string): boolean {
  return path.startsWith('/embed/') && new URL(path, 'https://embed.invalid').pathname.startsWith('/embed/');
}

/**
 * The payload of every action, by the action's bare name. The types of the payloads are derived from this table,
 * and so is the reading of messages on the embed's side.
 */
export const actionPayloads = {
  /** `auto` follows the viewer's system. */
  'set-color-scheme': fields({ scheme: oneOf(...colorSchemes) }),
  'set-theme': embedTheme,
  'set-locale': fields({ locale: languageTag }),
  'set-timezone': fields({ timezone: timeZone }),
  /** One or more controls in the form of the page's own query string; see `url-controls.ts`. */
  'set-filter': fields({ filterUrlParameter }),
  /** `path` is a full path within the surface, such as `/embed/d/42/app/workbook/130` or `/embed/chat`. */
  navigate: fields({
    path: textThat('a path below /embed/', isEmbedPath),
  }),
  /** Runs the queries again. */
  refresh: fields({}),
  /** Exchanges a fresh session without a reload. */
  'set-session': fields({ sessionId: filledText }),
  /** Asks for what the viewer has chosen; the event `state` answers. */
  'get-state': fields({}),
  /** Sets every control: those of the state to what it says, all others to what the author set. */
  'set-state': fields({ state: controlState }),
} as const;

/** What an action is answered under: as long as a host likes, within this. */
export const actionId = optional(
  textThat('a text of 1 to 200 characters', (value) => value !== '' && value.length <= 200),
);

/** Bare name of an action; `svc:action:<name>` on the wire. */
export type ActionType = keyof typeof actionPayloads;

/** Payload type of each action. */
export type ActionPayloads = { [T in ActionType]: Checked<(typeof actionPayloads)[T]> };

/** What a host asks of a surface, without the envelope: discriminated by `type`, the action's bare name. */
export type EmbedAction<T extends ActionType = ActionType> = {
  [K in T]: {
    readonly type: K;
    readonly payload: ActionPayloads[K];
    /** Asks for the event `action-result` with the same id. */
    readonly id?: string | undefined;
  };
}[T];
