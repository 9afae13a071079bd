/** Why a request to another host was not made, or not answered; for callers that act on it. */
export type OutboundFault = 'address_refused' | 'not_found' | 'timeout' | 'too_large' | 'unreachable';

/** What went wrong with a request to another host, in words for people: nothing of what the host has sent. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
