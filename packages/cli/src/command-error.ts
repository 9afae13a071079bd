/** What the command ends with, for scripts. */
export const exitCodes = {
  done: 0,
  /** The server refused, the model has problems, or something went wrong. */
  failed: 1,
  /** The command line cannot be understood, or a setting cannot be used. */
  usage: 2,
  /** No server answers. */
  unreachable: 3,
  /** Ctrl-C, as shells count it: 128 and the number of the signal. */
  interrupted: 130,
} as const;

/** What a program is told of something that went wrong, beside the message. */
interface FaultDetails {
  /** Of the API's catalogue or of a query, or `usage`, `unreachable` or `interrupted`. */
  readonly code: string;
  readonly requestId?: string | undefined;
  /** The member of the model that is wrong. */
  readonly member?: string | undefined;
}

/** What was asked for cannot be done; the message is for the caller. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: number;
  readonly details: FaultDetails;

  constructor(message: string, exitCode: number, details: FaultDetails, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** The command line asks for what cannot be. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, exitCodes.usage, { code: 'usage' }, options);
  }
}
