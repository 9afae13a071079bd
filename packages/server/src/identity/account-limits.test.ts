import { limits, scimUrns, type Policy, type Problem, type Role } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';
import { makeSamlKey } from '../test/identity/sign-saml-response.ts';

let app: TestApp;
const beyondBounds: string[] = [];
before(async () => {
  app = await createTestApp({
    observers: { onBeyondBound: (...where) => beyondBounds.push(where.join(' ')) },
  });
});
after(async () => {
  await app.close();
  assert.deepEqual(beyondBounds, []);
});

const send = (method: 'POST' | 'PUT', path: string, body: object) => app.call({ method, path, body });
const run = (statement: string, ...values: unknown[]) => app.database.pool.query(statement, values);

/**
 * What an account may have so many of: the path, a body for one more, and the statement that makes `$2` of the account
 * `$1`.
 */
const lists = {
  'attributes of users': {
    path: '/api/v1/user-attributes',
    max: limits.MAX_USER_ATTRIBUTES,
    body: (name: string) => ({ name, type: 'string' }),
    fill: `insert into user_attributes (tenant_id, name, type) select $1, 'filled' || n, 'string' from generate_series(1, $2) n`,
    empty: `delete from user_attributes where name = 'filled1'`,
  },
  'OAuth integrations': {
    path: '/api/v1/oauth-integrations',
    max: limits.MAX_OAUTH_INTEGRATIONS,
    body: (name: string) => ({
      name,
      type: 'custom',
      authUrl: 'https://login.example.com/authorize',
      tokenUrl: 'https://login.example.com/token',
      redirectUri: 'https://oriel.example.com/api/v1/user-oauth-tokens/callback',
      clientId: 'oriel',
      clientSecret: 'secret',
    }),
    fill: `insert into oauth_integrations (tenant_id, name, type, auth_url, token_url, redirect_uri, client_id, encrypted_secret, key_id)
      select $1, 'filled' || n, 'custom', '', '', '', '', '', '' from generate_series(1, $2) n`,
    empty: `delete from oauth_integrations where name = 'filled1'`,
  },
  'configurations of tokens': {
    path: '/api/v1/oidc-token-configs',
    max: limits.MAX_TOKEN_CONFIGS,
    body: (name: string) => ({ name, audienceType: 'custom', customAudience: 'https://example.com' }),
    fill: `insert into oidc_token_configs (tenant_id, name, audience_type, audience)
      select $1, 'filled' || n, 'custom', 'x' from generate_series(1, $2) n`,
    empty: `delete from oidc_token_configs where name = 'filled1'`,
  },
};

for (const [records, { path, max, body, fill, empty }] of Object.entries(lists))
  test(`an account has at most ${max} ${records}, also of those that are made at once`, async () => {
    const { rows } = await run(
      `select count(*)::integer as count from ${fill.split(' ')[2]} where tenant_id = $1`,
      app.tenantId,
    );
    await run(fill, app.tenantId, max - 1 - Number((rows[0] as { count: number }).count));
    const answers = await Promise.all(['one', 'two', 'three'].map((name) => send('POST', path, body(name))));
    assert.deepEqual(answers.map(({ statusCode }) => statusCode < 300).filter(Boolean), [true]);
    const refused = answers.find(({ statusCode }) => statusCode >= 300);
    assert.equal(refused?.statusCode, 409);
    const { code, message } = refused.json<Problem>();
    assert.equal(code, 'too_many_records');
    assert.match(message, new RegExp(`as many ${records} as there may be, ${max}; delete some first`));
    await run(empty);
    const next = await send('POST', path, body('next'));
    assert.ok(next.statusCode < 300, next.body);
  });

test('a user has at most 1,000 keys, and a new one takes the place of the one that expired longest ago', async () => {
  const path = '/api/v1/api-keys';
  const { rows } = await run(
    `select count(*)::integer as count from api_keys where user_id = $1`,
    app.adminId,
  );
  const held = Number((rows[0] as { count: number }).count);
  await run(
    `insert into api_keys (tenant_id, user_id, name, prefix, hash, expires_at)
      select $1, $2, 'filled' || n, '', sha256(n::text::bytea), case when n <= 2 then now() - n * interval '1 day' end
      from generate_series(1, $3) n`,
    app.tenantId,
    app.adminId,
    limits.MAX_USER_API_KEYS - held,
  );
  const names = async () => {
    const { items } = (await app.call({ method: 'GET', path })).json<{ items: { name: string }[] }>();
    assert.equal(items.length, limits.MAX_USER_API_KEYS);
    return new Set(items.map(({ name }) => name));
  };
  const made = await send('POST', path, { name: 'new' });
  assert.equal(made.statusCode, 201, made.body);
  assert.ok((await names()).isDisjointFrom(new Set(['filled2'])) && (await names()).has('filled1'));
  const { apiKey } = made.json<{ apiKey: { id: number } }>();
  const rotated = await send('POST', `${path}/${apiKey.id}/rotate`, {});
  assert.equal(rotated.statusCode, 201, rotated.body);
  assert.ok(!(await names()).has('filled1'));
  for (const call of [
    send('POST', path, { name: 'more' }),
    send('POST', `${path}/${apiKey.id}/rotate`, {}),
  ]) {
    const refused = await call;
    assert.deepEqual([refused.statusCode, refused.json<Problem>().code], [409, 'too_many_records']);
  }
});

test('settings of an integration take 64 KiB at most', async () => {
  const { path, body } = lists['OAuth integrations'];
  await run('delete from oauth_integrations');
  const bytes = limits.MAX_INTEGRATION_CONFIG_BYTES;
  const config = (size: number) => ({ note: 'é'.repeat((size - '{"note":""}'.length) / 2) });
  const refused = await send('POST', path, { ...body('large'), config: config(bytes + 3) });
  assert.equal(refused.statusCode, 400);
  assert.match(refused.body, /"config","message":"takes 6553\d bytes as JSON, and 65536 is the most/);
  const taken = await send('POST', path, { ...body('large'), config: config(bytes - 1) });
  assert.ok(taken.statusCode < 300, taken.body);
});

test('a value of an attribute takes 64 KiB at most, by the API and by SCIM; a larger one of before stays readable', async () => {
  await run('delete from user_attributes');
  const { rows } = await run(
    `insert into user_attributes (tenant_id, name, type) values ($1, 'regions', 'string_array') returning id`,
    app.tenantId,
  );
  const attribute = rows[0] as { id: number };
  const userId = await app.build.user({ tenantId: app.tenantId });
  const listOf = (size: number) => [...Array.from({ length: 9 }, () => 'x'.repeat(6400)), 'y'.repeat(size)];
  const room = limits.MAX_ATTRIBUTE_VALUE_BYTES - JSON.stringify(listOf(0)).length;
  const put = (value: unknown) =>
    send('POST', '/api/v1/user-attribute-values', { userId, userAttributeId: attribute.id, value });
  assert.ok((await put(listOf(room))).statusCode < 300);
  const refused = await put(listOf(room + 1));
  assert.deepEqual([refused.statusCode, refused.json<Problem>().code], [400, 'attribute_value_too_large']);
  assert.match(refused.body, /more than 65536 bytes as JSON; give fewer or shorter ones/);
  const scim = await app.call({
    method: 'PATCH',
    path: `/api/scim/v2/Users/${userId}`,
    headers: { 'content-type': 'application/scim+json' },
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [
        {
          op: 'replace',
          path: `${scimUrns.userAttributes}:regions`,
          value: listOf(room + 1),
        },
      ],
    },
  });
  assert.equal(scim.statusCode, 400, scim.body);
  assert.match(scim.body, /more than 65536 bytes/);
  const larger = JSON.stringify(listOf(room + 1000));
  await run('update user_attribute_values set value = $1', larger);
  const read = await app.call({ method: 'GET', path: `/api/v1/user-attribute-values/${userId}` });
  assert.equal(read.statusCode, 200);
  assert.deepEqual(read.json<{ value: unknown }[]>()[0]?.value, JSON.parse(larger));
  assert.deepEqual(beyondBounds.splice(0), [
    'getUserAttributeValues [0].value',
    'getUserAttributeValues [0].formattedValue',
  ]);
});

test('the policies of all roles of an account take 16 MiB at most, and one that shrinks is taken', async () => {
  const path = '/api/v1/roles';
  const max = limits.MAX_ACCOUNT_POLICY_BYTES;
  await run(
    `insert into roles (tenant_id, name, policies)
      select $1, 'filled', jsonb_build_array(jsonb_build_object('resourceType', 'Global', 'actions', jsonb_build_array('AIBIView'),
        'resources', jsonb_build_array(repeat('x', $2))))`,
    app.tenantId,
    max - 4000,
  );
  const policyOf = (count: number): Policy => ({
    resourceType: 'Deployment',
    actions: ['DeploymentRead'],
    resources: Array.from({ length: count }, (_, index) => String(1000 + index)),
  });
  const made = await send('POST', path, { name: 'fits', policies: [policyOf(400)] });
  assert.ok(made.statusCode < 300, made.body);
  const refused = await send('POST', path, { name: 'beyond', policies: [policyOf(400)] });
  assert.equal(refused.statusCode, 400);
  const [issue] = refused.json<Problem>().issues ?? [];
  assert.equal(issue?.path, 'policies');
  assert.match(issue.message, /16777216 is the most together. Name fewer resources, or delete other roles/);
  const { id } = made.json<Role>();
  const grown = await send('PUT', `${path}/${id}`, { policies: [policyOf(900)] });
  assert.equal(grown.statusCode, 400);
  await run(`update roles set policies = policies || policies where name = 'filled'`);
  const less = await send('PUT', `${path}/${id}`, { policies: [policyOf(300)] });
  assert.ok(less.statusCode < 300, less.body);
});

test('a certificate of a provider takes 20,000 bytes at most with what is told of it', async () => {
  const path = '/api/v1/identity-providers';
  const withName = (length: number) => ({
    kind: 'SAML',
    slug: `named-${length}`,
    name: 'Company',
    saml: {
      entityId: 'https://idp.example.com',
      signOnUrl: 'https://idp.example.com/sign-on',
      certificates: [makeSamlKey('n'.repeat(length)).certificate],
    },
  });
  const refused = await send('POST', path, withName(6500));
  assert.equal(refused.statusCode, 400, refused.body);
  assert.match(
    refused.body,
    /saml.certificates","message":"hold one that takes 2\d{4} bytes as JSON, and 20000 is/,
  );
  const taken = await send('POST', path, withName(4000));
  assert.ok(taken.statusCode < 300, taken.body);
});
