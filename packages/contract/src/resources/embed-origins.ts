import { adminOnly } from '../access.ts';
import { MAX_ALLOWED_ORIGINS, MAX_NAME_LENGTH, MAX_REFUSED_ORIGINS } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import { input, integer, list, object, text, timestamp, type Static } from '../schema.ts';

const origin = (description: string) =>
  text(description, { format: 'uri', maxLength: MAX_NAME_LENGTH, example: 'https://app.example.com' });

export const EmbedAllowedOrigins = input(
  'The origins that may frame an embedded surface and exchange messages with it.',
  {
    origins: list(
      origin('An origin without a path.'),
      'The origins; an empty list lets a signed session be embedded by any page.',
      { maxItems: MAX_ALLOWED_ORIGINS, uniqueItems: true },
    ),
  },
);
export type EmbedAllowedOrigins = Static<typeof EmbedAllowedOrigins>;

export const EmbedRefusedOrigin = object('An origin with a page that wanted to frame an embedded surface.', {
  origin: origin('The origin, as the browser has named it.'),
  refusals: integer(
    'How often it was refused: once for each session that was refused, and at most once a minute without a session.',
    { minimum: 1, example: 3 },
  ),
  firstRefusedAt: timestamp('When it was refused first.'),
  lastRefusedAt: timestamp('When it was refused last.'),
});
export type EmbedRefusedOrigin = Static<typeof EmbedRefusedOrigin>;

export const EmbedRefusedOrigins = object('The origins that were refused.', {
  items: list(EmbedRefusedOrigin, 'The origins; the first is the one that was refused last.', {
    maxItems: MAX_REFUSED_ORIGINS,
  }),
});
export type EmbedRefusedOrigins = Static<typeof EmbedRefusedOrigins>;

const operation = operationsTagged('Embed');

/** Pages that may frame an embedded surface, and those that were refused. */
export const embedOriginOperations = {
  getEmbedAllowedOrigins: operation('GET /api/v1/embed/allowed-origins', {
    summary: 'Get the origins that may embed',
    description:
      'An empty list lets a signed session be embedded by any page; the session is then the only credential.',
    access: adminOnly,
    answer: EmbedAllowedOrigins,
  }),
  updateEmbedAllowedOrigins: operation('PUT /api/v1/embed/allowed-origins', {
    summary: 'Set the origins that may embed',
    description:
      'Where the list is filled, only pages of these origins may frame an embedded surface, exchange messages with it and ' +
      'call the API from a browser.',
    access: adminOnly,
    body: EmbedAllowedOrigins,
    answer: EmbedAllowedOrigins,
  }),
  getEmbedRefusedOrigins: operation('GET /api/v1/embed/refused-origins', {
    summary: 'List the origins that were refused',
    description:
      'Pages of these origins wanted to frame an embedded surface while they were not allowed to. A refusal is noted once for ' +
      'each session that could still be exchanged; without a session, at most once a minute for each origin, and of at most 20 new origins ' +
      `in an hour. The last ${MAX_REFUSED_ORIGINS} are remembered; what is allowed since is not among them.`,
    access: adminOnly,
    answer: EmbedRefusedOrigins,
  }),
  deleteEmbedRefusedOrigin: operation('DELETE /api/v1/embed/refused-origins', {
    summary: 'Forget an origin that was refused',
    description:
      'It is listed again when it is refused again. It succeeds also for an origin that is not listed.',
    access: adminOnly,
    query: { origin: origin('The origin, as it is listed.') },
  }),
};
