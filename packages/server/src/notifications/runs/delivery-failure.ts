import { Refusal } from '@oriel/contract';
import { MailFailure } from '../../mail/mail-failure.ts';

/** Why a delivery failed. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  /** Whether another try would fail as well. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent, cause }: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isPermanent = isPermanent;
  }
}

/** What a recipient's history shows of an error; a bug stays what it is. */
export function toDeliveryFailure(error: unknown): unknown {
  if (error instanceof MailFailure) return new DeliveryFailure(error.message, { ...error, cause: error });
  if (error instanceof Refusal)
    return new DeliveryFailure(error.message, { isPermanent: error.status < 500, cause: error });
  return error;
}
