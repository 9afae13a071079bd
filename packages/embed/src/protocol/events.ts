import {
  fields,
  filledText,
  finiteNumber,
  flag,
  nullable,
  oneOf,
  optional,
  plainValue,
  text,
  type Checked,
} from './check.ts';

/** The kinds of embedded page. */
export const surfaces = ['dashboard', 'app', 'chat'] as const;
/** The kind of embedded page that speaks. */
export type Surface = (typeof surfaces)[number];

export const surfaceCheck = oneOf(...surfaces);

/**
 * The payload of every event, by the event's bare name. The types of the payloads are derived from this table,
 * and so is the reading of messages on the host's side.
 */
export const eventPayloads = {
  /** Once, first: the surface is authenticated and mounted, its data is still to come. */
  ready: fields({
    embedTenant: nullable(text),
    deploymentId: nullable(finiteNumber),
    mode: oneOf('signed', 'private'),
    surface: surfaceCheck,
    publicId: optional(text),
  }),
  /** A page of the surface is shown: on load, and after each navigation inside it. */
  view: fields({ surface: surfaceCheck, path: text, publicId: optional(text), title: optional(text) }),
  /** The route inside the surface changed; the event `view` follows. */
  navigate: fields({ path: text, previousPath: optional(text) }),
  /** Every widget of the dashboard has rendered. `loadDurationMs` counts from the surface's mount. */
  'dashboard-loaded': fields({
    publicId: optional(text),
    widgetCount: optional(finiteNumber),
    loadDurationMs: optional(finiteNumber),
  }),
  /** The viewer exported something. The rows themselves are never part of an event. */
  download: fields({
    format: oneOf('csv', 'xlsx', 'png', 'pdf'),
    target: oneOf('widget', 'dashboard', 'report'),
    widgetId: optional(text),
    /** Of a report that stands by itself in the application. */
    reportId: optional(finiteNumber),
    title: optional(text),
    /** Of a table: rows of the file. */
    rowCount: optional(finiteNumber),
    /** Of a table: rows that there are. */
    totalRowCount: optional(finiteNumber),
    /** Of a table: whether nothing of it was cut. */
    complete: optional(flag),
  }),
  /** The viewer clicked a mark or cell. `member` is the measure, qualified, such as `flights.count`. */
  drilldown: fields({ member: filledText, value: optional(plainValue), widgetId: optional(text) }),
  /**
   * The viewer follows a link of the model to another dashboard, which the host opens: `target` is where the model
   * wants it, and `filterUrlParameter` the filters of the link, as the address of the dashboard takes them; absent for
   * none.
   */
  'dashboard-link': fields({
    publicId: filledText,
    title: optional(text),
    target: oneOf('blank', 'self'),
    filterUrlParameter: optional(filledText),
  }),
  /** A question in natural language, once when asked and once when it ends. */
  'ai-query': fields({
    query: text,
    status: oneOf('submitted', 'completed', 'error'),
    chatId: optional(text),
    agentId: optional(text),
  }),
  /**
   * Something went wrong. `fatal: true`: the whole surface is down; otherwise a part of it, or an action. `code` is one
   * of `error-advice.ts`, `advice` a line for the developer of the host page, which no viewer reads.
   */
  error: fields({
    message: text,
    name: optional(text),
    context: optional(text),
    fatal: optional(flag),
    code: optional(text),
    advice: optional(text),
  }),
  /**
   * How high the dashboard is at the width that it has, in CSS pixels: a frame as high shows all of it without a scroll
   * bar.
   */
  height: fields({ height: finiteNumber }),
  /**
   * The surface stops using its session soon, in so many seconds; sent by a timer that may be late. `expiresAt` is the
   * same time in epoch milliseconds.
   */
  'session-expiring': fields({ expiresInSeconds: finiteNumber, expiresAt: optional(finiteNumber) }),
  /**
   * The origin of the page that hears this may not frame the surface, which is not shown: an administrator of the
   * account can allow the origin. Nothing comes before it and nothing after.
   */
  'origin-refused': fields({ origin: filledText, code: optional(text), advice: optional(text) }),
  /** The session is over: the surface asks for nothing until another one comes by `set-session`. */
  'session-expired': fields({}),
  /** An action with an `id` was carried out, or why not. */
  'action-result': fields({ id: filledText, ok: flag, message: optional(text) }),
  /** Answers `get-state`, with its `id`: what the viewer has chosen, in the form of the page's own query string. */
  state: fields({ state: text, id: optional(filledText) }),
  /** What the viewer has chosen is another now; the host may have changed it, too. */
  'filter-changed': fields({ state: text }),
} as const;

/** Bare name of an event; `svc:event:<name>` on the wire. */
export type EventType = keyof typeof eventPayloads;

/** Payload type of each event. */
export type EventPayloads = { [T in EventType]: Checked<(typeof eventPayloads)[T]> };

/** What a surface tells its host, without the envelope: discriminated by `type`, the event's bare name. */
export type EmbedEvent<T extends EventType = EventType> = {
  [K in T]: {
    readonly type: K;
    readonly payload: EventPayloads[K];
    /** Epoch milliseconds at which it happened. */
    readonly timestamp: number;
    readonly surface: Surface;
  };
}[T];
