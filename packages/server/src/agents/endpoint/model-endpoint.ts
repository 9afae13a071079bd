import type { ModelProvider } from '../../db/values/stored-model-provider.ts';
import { toBlockList } from '@oriel/engine/address-list';

/** The wire formats of models. */
export const modelProviders = ['openai-compatible', 'anthropic'] as const satisfies ModelProvider[];

/** Where a model is asked. */
export interface ModelEndpoint {
  readonly provider: ModelProvider;
  /** Base address of the API, without a slash at the end, such as `https://models.example.com/v1`. */
  readonly baseUrl: string;
  /** Undefined for an endpoint that asks for none. */
  readonly apiKey: string | undefined;
  readonly model: string;
}

/** What the operator says of models. */
export interface ModelSettings {
  /** Of accounts that have none of their own; undefined for none. */
  readonly endpoint: ModelEndpoint | undefined;
  /** Whether loopback and private addresses may be reached, those of accounts' endpoints too. */
  readonly allowsPrivate: boolean;
}

export const NO_MODELS: ModelSettings = { endpoint: undefined, allowsPrivate: false };

/** The setting by which the operator allows them. */
export const PRIVATE_SETTING = 'ORIEL_LLM_ALLOW_PRIVATE';

/** This machine and private networks; link-local addresses are not among them, for clouds answer secrets there. */
export const PRIVATE_MODEL_NETWORKS = toBlockList([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
]);
