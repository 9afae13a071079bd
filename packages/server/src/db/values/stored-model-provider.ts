/** The wire formats of models. */
export type ModelProvider = 'openai-compatible' | 'anthropic';
