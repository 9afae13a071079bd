export { brands, type Brand } from './protocol/brand.ts';
export {
  surfaces,
  type EmbedEvent,
  type EventPayloads,
  type EventType,
  type Surface,
} from './protocol/events.ts';
export {
  colorSchemes,
  type ActionPayloads,
  type ActionType,
  type ColorScheme,
  type EmbedAction,
  type EmbedTheme,
} from './protocol/actions.ts';
export { coded, errorAdvice, type EmbedErrorCode } from './machines/error-advice.ts';
export { resolveLocale, shippedLocales, type ShippedLocale } from '@oriel/contract/locale';
export { isTimeZone } from './protocol/time-zone.ts';
export { sealEvent, wireType, type Envelope } from './protocol/envelope.ts';
export { parseAction, parseEvent } from './protocol/read-message.ts';
export {
  parseUrlControls,
  serializeUrlControls,
  urlFilterTypes,
  type UrlControls,
  type UrlTab,
  type UrlFilter,
  type UrlFilterScalar,
  type UrlFilterType,
  type UrlField,
  type UrlGranularity,
} from './protocol/url-controls.ts';
export { embedUrl, type EmbedUrlOptions } from './host/embed-url.ts';
export { findHostOrigin, type HostOrigin } from './host/host-origin.ts';
export {
  createEmbedPort,
  type EmbedPort,
  type EmbedPortOptions,
  type EmittedPayload,
  type ListeningWindow,
  type PostingWindow,
} from './embed-port.ts';
export type { FetchSession } from './host/session-renewal.ts';
export { EmbedActionError } from './host/answers.ts';
export {
  connectEmbed,
  type ConnectOptions,
  type EmbedConnection,
  type EventListener,
  type RequestOptions,
} from './host/embed-connection.ts';
