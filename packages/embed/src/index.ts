export { brands, type Brand } from './brand.ts';
export { surfaces, type EmbedEvent, type EventPayloads, type EventType, type Surface } from './events.ts';
export {
  colorSchemes,
  type ActionPayloads,
  type ActionType,
  type ColorScheme,
  type EmbedAction,
  type EmbedTheme,
} from './actions.ts';
export { coded, errorAdvice, type EmbedErrorCode } from './error-advice.ts';
export { resolveLocale, shippedLocales, type ShippedLocale } from '@oriel/contract/locale';
export { isTimeZone } from './time-zone.ts';
export { sealEvent, wireType, type Envelope } from './envelope.ts';
export { parseAction, parseEvent } from './read-message.ts';
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
} from './url-controls.ts';
export { embedUrl, type EmbedUrlOptions } from './embed-url.ts';
export { findHostOrigin, type HostOrigin } from './host-origin.ts';
export {
  createEmbedPort,
  type EmbedPort,
  type EmbedPortOptions,
  type EmittedPayload,
  type ListeningWindow,
  type PostingWindow,
} from './embed-port.ts';
export type { FetchSession } from './session-renewal.ts';
export { EmbedActionError } from './answers.ts';
export {
  connectEmbed,
  type ConnectOptions,
  type EmbedConnection,
  type EventListener,
  type RequestOptions,
} from './embed-connection.ts';
