import { Type } from 'typebox';
import { operation, adminOnly, anyone, parameters, signedInOrEmbed } from '../operation.ts';
import { Dashboard } from '../schemas/dashboards.ts';
import {
  DashboardEmbeddingResponse,
  EmbedAllowedOrigins,
  GenerateEmbedTokenResponse,
  GenerateSession,
  GenerateSessionResponse,
  PostTokenBySessionIdInput,
  UpdateDashboardEmbeddingInput,
} from '../schemas/embedding.ts';

const dashboardParams = parameters({ publicId: Type.String({ minLength: 1, maxLength: 64 }) });

export const embedOperations = {
  generateSession: operation('generateSession', {
    summary: 'Generate an embed session',
    description:
      'Called by the back end of the host page. Creates or updates the viewer named by externalId, and answers with an id ' +
      'that can be exchanged once, within five minutes, for a token. Groups and attributes must exist; a value must have ' +
      'the type of its attribute. The deployment must be within the scope of the key.',
    access: adminOnly,
    body: GenerateSession,
    answer: GenerateSessionResponse,
  }),
  postTokenBySessionId: operation('postTokenBySessionId', {
    summary: 'Exchange an embed session for a token',
    description:
      'Called by the embedded page: the session id is the credential and works once. The token lasts 24 hours and goes ' +
      'into the header Authorization: Embed-Token.',
    access: anyone,
    body: PostTokenBySessionIdInput,
    answer: GenerateEmbedTokenResponse,
  }),
  getDashboard: operation('getDashboard', {
    summary: 'Get a published dashboard for embedding',
    description:
      'With the snapshots of its reports. An embed session sees a dashboard that is shared with its tenant or with all ' +
      'embed users (404 otherwise) and on which signed embedding is allowed (403 otherwise). A user needs read access.',
    access: signedInOrEmbed,
    params: dashboardParams,
    answer: Dashboard,
  }),
  updateDashboardEmbedding: operation('updateDashboardEmbedding', {
    summary: 'Allow or forbid signed embedding of a dashboard',
    description:
      'The flag alone shows the dashboard to nobody: it must also be shared with the embed tenant.',
    access: adminOnly,
    params: dashboardParams,
    body: UpdateDashboardEmbeddingInput,
    answer: DashboardEmbeddingResponse,
  }),
  getEmbedAllowedOrigins: operation('getEmbedAllowedOrigins', {
    summary: 'Get the origins that may embed',
    description:
      'An empty list lets a signed session be embedded by any page; the session is then the only credential.',
    access: adminOnly,
    answer: EmbedAllowedOrigins,
  }),
  updateEmbedAllowedOrigins: operation('updateEmbedAllowedOrigins', {
    summary: 'Set the origins that may embed',
    description:
      'Each entry is an origin such as https://app.example.com, without a path. Where the list is filled, only these ' +
      'pages may frame an embedded surface and exchange messages with it.',
    access: adminOnly,
    body: EmbedAllowedOrigins,
    answer: EmbedAllowedOrigins,
  }),
};
