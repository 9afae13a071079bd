import { readModelAddress } from '../agents/endpoint/model-address.ts';
import { modelProviders, type ModelSettings } from '../agents/endpoint/model-endpoint.ts';
import { SettingsError } from '../settings-error.ts';
import type { Flag } from './setting-descriptions.ts';
import { booleanOf, oneOf } from './setting-values.ts';

/**
 * Reads the settings of models.
 *
 * @throws {@link SettingsError}
 */
export function modelSettingsOf(text: (flag: Flag) => string | undefined): ModelSettings {
  const allowsPrivate = booleanOf('--llm-allow-private', text('llm-allow-private') ?? 'false');
  const named = oneOf('--llm-provider', text('llm-provider') ?? '', modelProviders);
  const provider = modelProviders.find((each) => each === named) ?? 'openai-compatible';
  const [baseUrl, model, apiKey] = [text('llm-base-url'), text('llm-model'), text('llm-api-key')];
  if (baseUrl === undefined && model === undefined) return { endpoint: undefined, allowsPrivate };
  if (baseUrl === undefined || model === undefined)
    throw new SettingsError('--llm-base-url and --llm-model go together; one of them is missing');
  const address = readModelAddress(baseUrl);
  if (address === undefined)
    throw new SettingsError(
      `--llm-base-url takes an http or https address without a user and a query, not ${JSON.stringify(baseUrl)}`,
    );
  return { endpoint: { provider, baseUrl: address, model, apiKey }, allowsPrivate };
}
