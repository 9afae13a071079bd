import type { ChatUsage, LanguageModelTrial } from '@oriel/contract';
import { OutboundError, type OutboundFault } from '../../outbound/outbound-error.ts';
import { askModel, type DeclaredTool, type StepAnswer } from './model-step.ts';
import { noInput } from '../tools/agent-tool.ts';
import type { ConnectedModel } from './language-model.ts';
import type { ModelEndpoint } from './model-endpoint.ts';

/** Until a model has to have answered. */
const TRIAL_MS = 30_000;
/** Characters of an answer that are told. */
const SHOWN_CHARACTERS = 200;

type Failure = NonNullable<LanguageModelTrial['failure']>;

/** What a trial has found out, and what it took. */
interface Trial {
  readonly outcome: LanguageModelTrial;
  readonly usage: ChatUsage | undefined;
}

/** What an agent needs of a model besides an answer. */
const tools: readonly DeclaredTool[] = [
  {
    name: 'search_model',
    description: 'Finds members of the data model. It is not needed now.',
    input: noInput,
  },
];

/**
 * Asks a model one short question. What it fails with is told by kind and status: the words of another host are not
 * shown.
 */
export async function tryModel(
  model: ConnectedModel,
  { baseUrl, provider, model: name }: ModelEndpoint,
  signal: AbortSignal,
): Promise<Trial> {
  const begin = performance.now();
  const deadline = AbortSignal.timeout(TRIAL_MS);
  const outcomeOf = (
    more: Pick<LanguageModelTrial, 'isAnswered' | 'text' | 'failure'>,
  ): LanguageModelTrial => ({
    model: name,
    durationMs: Math.round(performance.now() - begin),
    ...more,
  });
  const failed = (failure: Failure) => outcomeOf({ isAnswered: false, text: null, failure });
  const { host } = new URL(baseUrl);
  let answer: StepAnswer;
  try {
    answer = await askModel(
      {
        model,
        tools,
        instructions: 'This is a test of the connection. Answer with the one word: Ready',
        messages: [{ role: 'user', content: 'Are you there?' }],
        signal: AbortSignal.any([signal, deadline]),
        maxRetries: 0,
      },
      { onText() {}, onThinking() {} },
    );
  } catch (error) {
    signal.throwIfAborted();
    const isLate = deadline.aborted;
    return {
      outcome: failed(
        isLate
          ? { code: 'timeout', message: `${host} has not answered within ${TRIAL_MS / 1000} seconds` }
          : await failureOf(error, { host, provider }),
      ),
      usage: undefined,
    };
  }
  const { text, calls, usage } = answer;
  const isAnswered = text !== '' || calls.length > 0;
  const outcome = isAnswered
    ? outcomeOf({ isAnswered, text: text === '' ? null : text.slice(0, SHOWN_CHARACTERS), failure: null })
    : failed({ code: 'model_failed', message: noAnswer(host, provider) });
  return { outcome, usage };
}

const noAnswer = (host: string, provider: string) =>
  `${host} has answered nothing that the format ${provider} knows; check the provider and the base address`;

const codesOfFaults: Readonly<Record<OutboundFault, Failure['code']>> = {
  address_refused: 'address_refused',
  not_found: 'unreachable',
  timeout: 'timeout',
  too_large: 'model_failed',
  unreachable: 'unreachable',
};

async function failureOf(
  error: unknown,
  { host, provider }: { host: string; provider: string },
): Promise<Failure> {
  const { APICallError } = await import('ai');
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof OutboundError) return { code: codesOfFaults[each.fault], message: each.message };
    if (APICallError.isInstance(each) && each.statusCode !== undefined && each.statusCode !== 200)
      return failureByStatus(each.statusCode, host);
  }
  return { code: 'model_failed', message: noAnswer(host, provider) };
}

function failureByStatus(status: number, host: string): Failure {
  if (status === 401 || status === 403)
    return { code: 'key_refused', message: `${host} refuses the key (status ${status}); replace it` };
  if (status === 404)
    return {
      code: 'not_found',
      message: `${host} has no such address or no such model (status 404); check both, and whether the base address lacks a /v1`,
    };
  if (status === 429)
    return {
      code: 'rate_limited',
      message: `${host} takes no more requests for now (status 429); look at the quota of the key`,
    };
  if (status >= 400 && status < 500)
    return {
      code: 'request_refused',
      message: `${host} refuses the request (status ${status}); check the name of the model, and whether it can call tools`,
    };
  if (status >= 300 && status < 400)
    return {
      code: 'request_refused',
      message: `${host} leads elsewhere (status ${status}), which is not followed; give the address that it leads to`,
    };
  return { code: 'model_failed', message: `${host} fails (status ${status}); try again later` };
}
