import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTemplateFault, hostCommentUrl, hostDashboardUrl } from './host-dashboard-url.ts';

const values = {
  dashboardPublicId: 'Zk3pQ9rT1xWb',
  embedTenantName: 'a/b',
  externalId: 'ada@example.com?x=1#y',
};

test('an address of a dashboard has its values where the template says, and nothing of them leads elsewhere', () => {
  const template = 'https://app.example.com/{embedTenantName}/reports/{dashboardPublicId}?for={externalId}';
  assert.equal(
    hostDashboardUrl(template, values),
    'https://app.example.com/a%2Fb/reports/Zk3pQ9rT1xWb?for=ada%40example.com%3Fx%3D1%23y',
  );
  assert.equal(findTemplateFault(template), undefined);
  assert.equal(findTemplateFault('http://localhost:3000/#/{dashboardPublicId}'), undefined);
});

test('an address of a comment is that of its dashboard with the id, before what the page keeps behind #', () => {
  for (const [template, url] of [
    ['https://x.example/{dashboardPublicId}', 'https://x.example/Zk3pQ9rT1xWb?commentId=7'],
    [
      'https://x.example/?a=b%20c&d={dashboardPublicId}',
      'https://x.example/?a=b%20c&d=Zk3pQ9rT1xWb&commentId=7',
    ],
    ['https://x.example/#/{dashboardPublicId}?a=b', 'https://x.example/?commentId=7#/Zk3pQ9rT1xWb?a=b'],
  ] as const)
    assert.equal(hostCommentUrl(template, values, 7), url);
});

test('a template that makes no address, or another host, is refused', () => {
  for (const [template, fault] of [
    ['https://app.example.com/reports', /must name \{dashboardPublicId\}/],
    ['https://app.example.com/{dashboardPublicId}/{userId}', /names \{userId\}/],
    ['http://app.example.com/{dashboardPublicId}', /HTTPS/],
    ['https://', /dashboardPublicId/],
    ['https://{embedTenantName}.example.com/{dashboardPublicId}', /one host/],
    ['https://{dashboardPublicId}', /one host/],
    ['https://example.com:{dashboardPublicId}', /HTTPS|one host/],
    ['https://{externalId}@example.com/{dashboardPublicId}', /one host/],
  ] as const)
    assert.match(findTemplateFault(template) ?? '', fault, template);
});
