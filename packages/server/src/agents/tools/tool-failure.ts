import { Refusal, type FieldIssue } from '@oriel/contract';

/** What a model or a client is told of a tool that has failed. */
interface ToolFailure {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly issues?: readonly FieldIssue[];
  };
}

/**
 * Makes what is said of a failure.
 *
 * @throws the error itself where it is no refusal: a bug is not told to a model
 */
export function toToolFailure(error: unknown): ToolFailure {
  if (!(error instanceof Refusal)) throw error;
  const { code, message, issues } = error;
  return { error: { code, message, ...(issues && { issues }) } };
}
