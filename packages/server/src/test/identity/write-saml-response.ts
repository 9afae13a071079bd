const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** What a response of tests says; what is not given is what a good response says. Times are milliseconds since 1970. */
export interface SamlResponseParts {
  issuer: string;
  audience: string;
  callbackUrl: string;
  /** Undefined: no `InResponseTo`. */
  requestId: string | undefined;
  nameId: string;
  nameIdFormat?: string;
  /** XML; what stands in the place of the text of the name id. */
  nameIdXml?: string;
  attributes?: Readonly<Record<string, readonly string[]>>;
  assertionId?: string;
  responseId?: string;
  nowMs?: number;
  recipient?: string;
  destination?: string | undefined;
  confirmedRequestId?: string | undefined;
  notBeforeMs?: number;
  notOnOrAfterMs?: number;
  issueInstantMs?: number;
  status?: string;
  sessionIndex?: string;
  method?: string;
}

let count = 0;

/** Writes a response that nobody has signed yet. */
export function writeSamlResponse(parts: SamlResponseParts): string {
  const nowMs = parts.nowMs ?? Date.now();
  count += 1;
  const { requestId, callbackUrl } = parts;
  const envelope = attributes({
    'xmlns:samlp': 'urn:oasis:names:tc:SAML:2.0:protocol',
    ID: parts.responseId ?? `_response${count}x${nowMs}`,
    Version: '2.0',
    IssueInstant: at(parts.issueInstantMs ?? nowMs),
    Destination: 'destination' in parts ? parts.destination : callbackUrl,
    InResponseTo: requestId,
  });
  const status = parts.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success';
  return [
    `<samlp:Response${envelope}>`,
    `<saml:Issuer xmlns:saml="${ASSERTION}">${escape(parts.issuer)}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
    writeAssertion(parts, nowMs),
    '</samlp:Response>',
  ].join('');
}

function writeAssertion(parts: SamlResponseParts, nowMs: number): string {
  const issued = at(parts.issueInstantMs ?? nowMs);
  const head = attributes({
    'xmlns:saml': ASSERTION,
    ID: parts.assertionId ?? `_assertion${count}x${nowMs}`,
    Version: '2.0',
    IssueInstant: issued,
  });
  const until = at(parts.notOnOrAfterMs ?? nowMs + 300_000);
  const times = attributes({ NotBefore: at(parts.notBeforeMs ?? nowMs - 30_000), NotOnOrAfter: until });
  const audience = `<saml:Audience>${escape(parts.audience)}</saml:Audience>`;
  const session = attributes({ AuthnInstant: issued, SessionIndex: parts.sessionIndex ?? '_session1' });
  return [
    `<saml:Assertion${head}><saml:Issuer>${escape(parts.issuer)}</saml:Issuer>`,
    writeSubject(parts, until),
    `<saml:Conditions${times}><saml:AudienceRestriction>${audience}</saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement${session}><saml:AuthnContext><saml:AuthnContextClassRef>`,
    'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    '</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    writeAttributes(parts.attributes),
    '</saml:Assertion>',
  ].join('');
}

function writeSubject(parts: SamlResponseParts, until: string): string {
  const format = parts.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const confirmation = attributes({
    Recipient: parts.recipient ?? parts.callbackUrl,
    NotOnOrAfter: until,
    InResponseTo: 'confirmedRequestId' in parts ? parts.confirmedRequestId : parts.requestId,
  });
  return [
    `<saml:Subject><saml:NameID Format="${format}">${parts.nameIdXml ?? escape(parts.nameId)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${parts.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}">`,
    `<saml:SubjectConfirmationData${confirmation}/></saml:SubjectConfirmation></saml:Subject>`,
  ].join('');
}

function writeAttributes(values: SamlResponseParts['attributes'] = {}): string {
  const written = Object.entries(values).map(([name, texts]) =>
    [
      `<saml:Attribute Name="${escape(name)}">`,
      ...texts.map((text) => `<saml:AttributeValue>${escape(text)}</saml:AttributeValue>`),
      '</saml:Attribute>',
    ].join(''),
  );
  return written.length === 0 ? '' : `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>`;
}

/** Attributes of an element, with a space before each; those that are undefined are left away. */
function attributes(values: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(values).map(([name, text]) =>
    text === undefined ? '' : ` ${name}="${escape(text)}"`,
  );
  return written.join('');
}

function at(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
