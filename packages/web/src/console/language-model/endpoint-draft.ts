import type { LanguageModelEndpointInput, LanguageModelSettings } from '@oriel/contract';

type Endpoint = LanguageModelSettings['endpoint'];

/** An endpoint as the form has it. */
export interface EndpointDraft {
  readonly provider: LanguageModelEndpointInput['provider'];
  readonly baseUrl: string;
  readonly model: string;
  /** Empty: none was entered. */
  readonly apiKey: string;
  readonly removesKey: boolean;
}

/** The form before anything is changed. */
export const draftOf = (endpoint: Endpoint): EndpointDraft => ({
  provider: endpoint?.provider ?? 'openai-compatible',
  baseUrl: endpoint?.baseUrl ?? '',
  model: endpoint?.model ?? '',
  apiKey: '',
  removesKey: false,
});

/** What is sent of a form: the key only where one was entered or is to go. */
export function toInput({ apiKey, removesKey, ...place }: EndpointDraft): LanguageModelEndpointInput {
  if (apiKey !== '') return { ...place, apiKey };
  return removesKey ? { ...place, apiKey: null } : place;
}

export const isComplete = ({ baseUrl, model }: EndpointDraft): boolean =>
  baseUrl.trim() !== '' && model.trim() !== '';

export function isChanged(draft: EndpointDraft, endpoint: Endpoint): boolean {
  const saved = draftOf(endpoint);
  return (Object.keys(saved) as (keyof EndpointDraft)[]).some((field) => draft[field] !== saved[field]);
}

/** Whether there is a stored key that the server would not send to the place of the draft. */
export function isKeyElsewhere({ provider, baseUrl }: EndpointDraft, endpoint: Endpoint): boolean {
  if (endpoint?.hasApiKey !== true) return false;
  const given = URL.parse(baseUrl.trim());
  return (
    given !== null && (provider !== endpoint.provider || given.origin !== new URL(endpoint.baseUrl).origin)
  );
}
