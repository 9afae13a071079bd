import { limits, refuseFields, type FieldIssue } from '@oriel/contract';

/** What placeholders stand for. */
export interface Workload {
  readonly deploymentId: number;
  /** What of the product has the token. */
  readonly component: string;
  readonly region: string;
}

/** What every token says of its workload, under names that no configuration may set. */
const DEFAULT_SUBJECT = 'svc:deployment:{deployment_id}';
const OWN_PREFIX = 'svc:';

/** @see https://www.iana.org/assignments/jwt: those that verifiers decide by, of JWT and of OpenID Connect */
const REGISTERED = new Set(
  `iss sub aud exp nbf iat jti azp nonce auth_time at_hash c_hash s_hash acr amr sub_jwk cnf act scope scp client_id
  may_act events toe txn sid roles groups entitlements typ alg kid`.split(/\s+/),
);
const MAX_CLAIMS = 50;
const MAX_NAME_CHARACTERS = 128;
const MAX_VALUE_CHARACTERS = 1_024;

/** Fills the placeholders of a text in; one that is not known is left as it is. */
function fillIn(format: string, { deploymentId, component, region }: Workload): string {
  const values: Readonly<Record<string, string>> = {
    deployment_id: String(deploymentId),
    component,
    region,
  };
  return format.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}

/** The claims of a token beside those that say who issues it, for whom and until when. */
export function claimsOf(
  { subFormat, customClaims }: { subFormat: string | null; customClaims: Record<string, unknown> | null },
  workload: Workload,
): { readonly sub: string } & Readonly<Record<string, unknown>> {
  const fill = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(fill) : fillIn(String(value), workload);
  const custom = Object.entries(customClaims ?? {}).map(([name, value]) => [name, fill(value)]);
  return {
    ...(Object.fromEntries(custom) as Record<string, unknown>),
    [`${OWN_PREFIX}deployment_id`]: String(workload.deploymentId),
    [`${OWN_PREFIX}component`]: workload.component,
    [`${OWN_PREFIX}region`]: workload.region,
    sub: fillIn(subFormat ?? DEFAULT_SUBJECT, workload),
  };
}

/**
 * A subject with our prefix is that of its own deployment: no configuration makes the tokens of one deployment those of
 * another.
 *
 * @throws `validation_failed`
 */
export function checkSubject(subFormat: string): void {
  const isOwn = subFormat === DEFAULT_SUBJECT || subFormat.startsWith(`${DEFAULT_SUBJECT}:`);
  if (subFormat.startsWith(OWN_PREFIX) && !isOwn)
    throw refuseFields([
      { path: 'subFormat', message: `begins with ${OWN_PREFIX} and must then begin with ${DEFAULT_SUBJECT}` },
    ]);
}

/**
 * @throws `validation_failed` for a registered name, one of ours, and a value that is neither a text nor a list of
 * texts
 */
export function checkClaims(claims: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(claims);
  const issues = entries.flatMap(([name, value]): FieldIssue[] => {
    const message = faultOf(name, value);
    return message === undefined
      ? []
      : [{ path: `customClaims.${name.slice(0, MAX_NAME_CHARACTERS)}`, message }];
  });
  if (entries.length > MAX_CLAIMS || JSON.stringify(claims).length > limits.MAX_TOKEN_CLAIMS_LENGTH)
    issues.push({
      path: 'customClaims',
      message: `must be at most ${MAX_CLAIMS} claims, and ${limits.MAX_TOKEN_CLAIMS_LENGTH} characters as JSON`,
    });
  if (issues.length > 0) throw refuseFields(issues);
}

function faultOf(name: string, value: unknown): string | undefined {
  const key = name.trim().toLowerCase();
  if (key === '' || name.length > MAX_NAME_CHARACTERS)
    return `needs a name of 1 to ${MAX_NAME_CHARACTERS} characters`;
  if (REGISTERED.has(key)) return 'is a registered name, which cannot be set';
  if (key.startsWith(OWN_PREFIX)) return `begins with ${OWN_PREFIX}, which is ours`;
  const values = Array.isArray(value) ? value : [value];
  const isRight = values.every((each) => typeof each === 'string' && each.length <= MAX_VALUE_CHARACTERS);
  return isRight
    ? undefined
    : `must be a text of at most ${MAX_VALUE_CHARACTERS} characters, or a list of such`;
}
