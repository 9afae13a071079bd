import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagePolicy, type PagePolicy } from './page-policy.ts';

const directivesOf = (policy: Partial<PagePolicy>) =>
  Object.fromEntries(
    pagePolicy({
      imageHosts: [],
      frameAncestors: ["'none'"],
      styleSources: [],
      hasTrustedTypes: false,
      ...policy,
    })
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')] as const;
      }),
  );

test('a page loads from its own server alone, and nothing runs in it that is text', () => {
  assert.deepEqual(directivesOf({}), {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('pictures and regions of maps come from the hosts of the account besides', () => {
  const { 'img-src': sources, 'connect-src': regions } = directivesOf({
    imageHosts: ['images.example.com', '*.example.org', 'localhost:9000'],
  });
  assert.equal(
    sources,
    "'self' data: https://images.example.com https://*.example.org https://localhost:9000 http://localhost:9000",
  );
  assert.equal(regions, sources?.replace(' data:', ''));
});

test('nothing that is stored begins a directive or a source of its own', () => {
  const stored = [
    "x;script-src 'unsafe-inline'",
    'https://a.example;sandbox',
    'a.example b.example',
    '*',
    'a,b.example',
  ];
  const policy = { imageHosts: stored, frameAncestors: ['https://app.example', ...stored.slice(1, 3)] };
  const directives = directivesOf(policy);
  assert.deepEqual(Object.keys(directives), Object.keys(directivesOf({})));
  assert.equal(directives['img-src'], "'self' data:");
  assert.equal(directives['frame-ancestors'], 'https://app.example');
});

test('a page that takes texts through the sanitizer alone says so', () => {
  const { 'require-trusted-types-for': kinds, 'trusted-types': policies } = directivesOf({
    hasTrustedTypes: true,
  });
  assert.deepEqual([kinds, policies], ["'script'", 'dompurify']);
});

test('a page that frames dashboard apps frames pages of its own server alone', () => {
  assert.equal(directivesOf({})['frame-src'], undefined);
  assert.equal(directivesOf({ framesApps: true })['frame-src'], "'self'");
});
