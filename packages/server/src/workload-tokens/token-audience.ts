import { refuseFields } from '@oriel/contract';

/** The audiences of the known kinds; null where the account has one of its own there. */
const AUDIENCES: Readonly<Record<string, string | null>> = {
  aws: 'sts.amazonaws.com',
  azure: 'api://AzureADTokenExchange',
  gcp: null,
  custom: null,
};

const GCP_PROVIDER =
  /^(https:)?\/\/iam\.googleapis\.com\/projects\/\d+\/locations\/global\/workloadIdentityPools\/[\w-]+\/providers\/[\w-]+$/;

/** The variables in which the libraries of a provider look for the path of a token. */
export const LIBRARY_VARIABLES: Readonly<Record<string, string>> = {
  aws: 'AWS_WEB_IDENTITY_TOKEN_FILE',
  azure: 'AZURE_FEDERATED_TOKEN_FILE',
};

/**
 * The audience of tokens of a kind.
 *
 * @throws `validation_failed` for a kind that is not known, and where an audience is missing or there is none to choose
 */
export function audienceOf(audienceType: string, customAudience: string | null | undefined): string {
  const kind = audienceType.toLowerCase();
  if (!Object.hasOwn(AUDIENCES, kind))
    throw refuseFields([
      { path: 'audienceType', message: `must be one of ${Object.keys(AUDIENCES).join(', ')}` },
    ]);
  const fixed = AUDIENCES[kind] ?? null;
  const given = customAudience?.trim() || null;
  const fault = (message: string) => refuseFields([{ path: 'customAudience', message }]);
  if (fixed !== null) {
    if (given !== null && given !== fixed) throw fault(`of ${kind} is ${fixed}; leave it out`);
    return fixed;
  }
  if (given === null) throw fault(`of ${kind} has to be given`);
  if (kind === 'gcp' && !GCP_PROVIDER.test(given))
    throw fault(
      'of gcp is //iam.googleapis.com/projects/…/locations/global/workloadIdentityPools/…/providers/…',
    );
  return given;
}
