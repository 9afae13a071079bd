import type { LanguageModel } from 'ai';
import { BlockList } from 'node:net';
import { createOutboundFetch, type OutboundFetch } from '../../outbound/outbound-fetch.ts';
import { createKnownEvents } from './known-events.ts';
import { PRIVATE_MODEL_NETWORKS, PRIVATE_SETTING, type ModelEndpoint } from './model-endpoint.ts';

/** Until the first byte of an answer, and between two of them. */
const SILENCE_MS = 120_000;
/** Bytes of one answer of a model. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** A model as the `ai` SDK takes it, other than by a name of a provider of its own. */
export type ConnectedModel = Exclude<LanguageModel, string>;

/**
 * Connects a model. The SDK is loaded with the first one; every request goes to the address of the endpoint, through
 * the checks of `createOutboundFetch`.
 *
 * @param allowsPrivate whether the endpoint may be on this machine or in a private network
 */
export async function connectModel(
  { provider, baseUrl, apiKey, model }: ModelEndpoint,
  { allowsPrivate }: { readonly allowsPrivate: boolean },
): Promise<ConnectedModel> {
  const fetch: OutboundFetch = createOutboundFetch({
    privateNetworks: allowsPrivate ? PRIVATE_MODEL_NETWORKS : new BlockList(),
    setting: PRIVATE_SETTING,
    timeoutMs: SILENCE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    isStreamed: true,
  });
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // Without a key the SDK would look for one in the environment.
    return createAnthropic({
      baseURL: baseUrl,
      fetch: asGlobal(withKnownEvents(fetch)),
      apiKey: apiKey ?? 'none',
    })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    baseURL: baseUrl,
    fetch: asGlobal(fetch),
    name: 'model',
    includeUsage: true,
    // The newer models of some hosts refuse it for `max_completion_tokens`, which the older ones do not know. Who asks
    // bounds the answer.
    transformRequestBody: (body) => ({ ...body, max_tokens: undefined }),
    ...(apiKey !== undefined && { apiKey }),
  })(model);
}

/** A `fetch` of answers without the events that this version does not know. */
const withKnownEvents =
  (fetch: OutboundFetch): OutboundFetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    const isStream = answer.headers.get('content-type')?.includes('text/event-stream') === true;
    return isStream && answer.body
      ? new Response(answer.body.pipeThrough(createKnownEvents()), answer)
      : answer;
  };

/** The SDK calls it with an address as text, and never with a `Request`. */
const asGlobal = (fetch: OutboundFetch) => fetch as typeof globalThis.fetch;
