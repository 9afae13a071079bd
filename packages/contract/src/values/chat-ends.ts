/**
 * How a turn of a chat ends other than with an answer of a model, beside the refusals of the error catalogue. The codes
 * and the names of their values are part of the API, the wording is not. A code is never given a new meaning.
 */
export const chatEnds = {
  chat_aborted: () => 'The turn was stopped',
  chat_suspended: () => 'The server stops; send the same message again to go on',
  chat_streaming: () => 'Streaming for thread is in progress',
  chat_timeout: ({ minutes }: { minutes: number }) => `The turn took more than ${minutes} minutes`,
  model_context: () => 'The question is too long for the model, with what its tools have answered',
  model_cut_off: () => 'The model has come to its longest answer',
  model_failed: () => 'The model has failed; try again',
  model_refused: () => 'The model refuses to answer.',
  model_silent: () => 'The model has given no answer.',
  query_failed: () => 'The query for the answer has failed',
};

export type ChatEndCode = keyof typeof chatEnds;

/** The values that the message of a code needs; none for a code with a fixed message. */
export type ChatEndValues<C extends ChatEndCode> = Parameters<(typeof chatEnds)[C]>;
