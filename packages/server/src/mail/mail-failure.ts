/** A message that the mail server has not taken. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** Whether another try would fail as well: the server has refused the message or the address for good. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent, cause }: { isPermanent: boolean; cause: unknown }) {
    super(message, { cause });
    this.isPermanent = isPermanent;
  }
}
