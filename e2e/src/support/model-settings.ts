import type { ModelServer } from '@oriel/server/test/model-server';

/** Settings of a server that asks a scripted model. */
export const modelSettings = ({ url }: ModelServer): Record<string, string> => ({
  ORIEL_LLM_BASE_URL: url,
  ORIEL_LLM_MODEL: 'large-1',
  ORIEL_LLM_API_KEY: 'key',
  ORIEL_LLM_ALLOW_PRIVATE: 'true',
});
