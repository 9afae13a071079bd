import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { FinishSignOn, SignOnCall, VerifiedPerson } from '../flow/finish-sign-on.ts';
import { failurePath } from '../flow/finish-sign-on.ts';
import { nextPath } from '../flow/next-path.ts';
import type { SignOnTransactions, TransactionKeys } from '../flow/sign-on-transactions.ts';
import type { ProviderRow, ProviderStore } from '../providers/provider-store.ts';
import { SignOnFailure } from '../sign-on-failure.ts';
import { openResponse, type UnverifiedResponse } from '../saml/open-response.ts';
import { SamlFault } from '../saml/saml-fault.ts';
import { makeMetadata, makeRequestUrl, requestIdOf, stateOf } from '../saml/saml-messages.ts';
import { readOutcome, writeOutcome } from './saml-outcome.ts';
import { certificatesOf, readSamlSettings } from '../providers/saml-settings.ts';
import { serviceProviderOf } from '../saml/service-provider.ts';
import { createPersonVerification } from './verify-person.ts';

/** Where the browser goes with a response that was verified, on our own site. */
export const SAML_FINISH_PATH = '/api/v1/sso/saml/finish';

/** What signing in by SAML rests on. */
interface SamlSignOnOptions {
  readonly db: Db;
  readonly providers: ProviderStore;
  readonly transactions: SignOnTransactions;
  readonly finishSignOn: FinishSignOn;
}

/** How a sign-in starts. */
interface StartOptions {
  /** Where the request was addressed to, without a slash at the end. */
  readonly baseUrl: string;
  readonly isTest: boolean;
}

/** A response as the form of a provider brings it. */
interface SamlForm {
  readonly response: string;
  /** Where a sign-in that the provider has begun leads to. */
  readonly relayState: string | undefined;
  /** Where the request was addressed to, without a slash at the end. */
  readonly baseUrl: string;
}

/** Signs people in by SAML 2.0. */
export type SamlSignOn = ReturnType<typeof createSamlSignOn>;

/** What the methods below work with; each names what it needs of it. */
interface SamlSignOnParts {
  readonly providers: ProviderStore;
  readonly transactions: SignOnTransactions;
  readonly finishSignOn: FinishSignOn;
  readonly verifyPerson: ReturnType<typeof createPersonVerification>;
}

/**
 * Signs people in by the web browser profile of SAML 2.0.
 *
 *     start ──redirect──▶ provider ──form, from its site──▶ receive ──303──▶ finish
 *     cookie                              no cookie                         cookie
 *
 * Browsers send no cookie with a form of another site. So `receive` verifies the response and keeps what it says with
 * the transaction that its assertion answers, and only `finish` signs anybody in: the browser that has begun it.
 */
export function createSamlSignOn({ db, providers, transactions, finishSignOn }: SamlSignOnOptions) {
  const verifyPerson = createPersonVerification(db);
  return {
    ...bindFirst({ providers, transactions, finishSignOn, verifyPerson }, { receive, finish }),
    start,
    describe,
  };
}

/** A response to nothing, of a provider with settings that allow it. */
async function receiveUnsolicited(
  {
    providers,
    finishSignOn,
    verifyPerson,
  }: Pick<SamlSignOnParts, 'providers' | 'finishSignOn' | 'verifyPerson'>,
  call: SignOnCall,
  response: UnverifiedResponse,
  form: SamlForm,
) {
  const rows = await providers.list(call.principal.tenantId);
  const [provider, ...others] = rows.filter((row) => startsItself(row, response.issuer));
  if (!provider || others.length > 0) throw new SamlFault('unsolicited', response.issuer);
  const expected = { baseUrl: form.baseUrl, requestId: undefined };
  const next = nextPath(form.relayState);
  return finishSignOn(call, {
    transaction: { providerId: provider.id, testerId: null, next, details: {} },
    provider,
    verify: () => verifyPerson(response, provider, expected).catch(toFailure),
  });
}

async function receiveResponse(
  { providers, transactions, finishSignOn, verifyPerson }: SamlSignOnParts,
  call: SignOnCall,
  form: SamlForm,
): Promise<string> {
  const { tenantId } = call.principal;
  const response = await openResponse(form.response);
  const { inResponseTo: requestId } = response;
  if (requestId === undefined)
    return receiveUnsolicited({ providers, finishSignOn, verifyPerson }, call, response, form);
  const state = stateOf(requestId);
  const transaction = await transactions.remember(tenantId, state);
  const provider = transaction && (await providers.find(tenantId, transaction.providerId));
  if (!transaction || provider?.kind !== 'SAML') throw new SignOnFailure('expired');
  // The first answer counts.
  if (readOutcome(transaction.details) !== undefined) throw new SamlFault('replayed');
  const outcome = await verifyPerson(response, provider, { baseUrl: form.baseUrl, requestId }).catch(
    toFailureOf,
  );
  await transactions.remember(tenantId, state, writeOutcome(outcome));
  return `${SAML_FINISH_PATH}?${new URLSearchParams({ state }).toString()}`;
}

/** The address at the provider to go to. */
function start(
  provider: ProviderRow,
  { state }: TransactionKeys,
  { baseUrl, isTest }: StartOptions,
): Promise<string> {
  return makeRequestUrl(serviceProviderOf(baseUrl, provider.slug), {
    ...requestSettingsOf(provider),
    id: requestIdOf(state),
    // A test is of the sign-in itself, also where the administrator is signed in there.
    forcesSignIn: isTest,
  });
}

/** Takes what a provider has sent. @returns the path to go to */
async function receive(
  { providers, transactions, finishSignOn, verifyPerson }: SamlSignOnParts,
  call: SignOnCall,
  form: SamlForm,
): Promise<string> {
  try {
    return await receiveResponse({ providers, transactions, finishSignOn, verifyPerson }, call, form);
  } catch (error) {
    const failure = error instanceof SignOnFailure ? error : toFailureOf(error);
    call.log.info({ err: failure, detail: failure.detail }, 'A SAML response was refused');
    return failurePath(failure);
  }
}

/** Ends a sign-in in the browser that has begun it. @returns the path to go to */
async function finish(
  {
    providers,
    transactions,
    finishSignOn,
  }: Pick<SamlSignOnParts, 'providers' | 'transactions' | 'finishSignOn'>,
  call: SignOnCall,
  state: string,
): Promise<string> {
  const { tenantId } = call.principal;
  const browserToken = call.cookies.signOn.value;
  const transaction =
    browserToken === undefined ? undefined : await transactions.take(tenantId, { state, browserToken });
  const provider = transaction && (await providers.find(tenantId, transaction.providerId));
  const outcome = transaction && readOutcome(transaction.details);
  const isOpen = provider?.isEnabled === true || transaction?.testerId != null;
  if (!transaction || provider?.kind !== 'SAML' || !outcome || !isOpen)
    return failurePath(new SignOnFailure('expired'));
  const verify = async (): Promise<VerifiedPerson> => {
    if (outcome instanceof SignOnFailure) throw outcome;
    return outcome;
  };
  return finishSignOn(call, { transaction, provider, verify });
}

/** The metadata of this server for a provider. */
function describe(provider: ProviderRow, baseUrl: string): Promise<string> {
  return makeMetadata(serviceProviderOf(baseUrl, provider.slug), requestSettingsOf(provider));
}

function requestSettingsOf(provider: ProviderRow) {
  const settings = readSamlSettings(provider);
  return { ...settings, certificates: certificatesOf(settings) };
}

function startsItself(row: ProviderRow, issuer: string | undefined): boolean {
  if (row.kind !== 'SAML' || !row.isEnabled) return false;
  const { entityId, allowsProviderStart } = readSamlSettings(row);
  return allowsProviderStart && entityId === issuer;
}

/** @throws what is no fault of the response */
function toFailureOf(error: unknown): SignOnFailure {
  if (!(error instanceof SamlFault)) throw error;
  return new SignOnFailure('provider_failed', { detail: error.message, cause: error });
}

function toFailure(error: unknown): never {
  throw toFailureOf(error);
}
