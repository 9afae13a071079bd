import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSourcesOf, isImageAllowed, isImageHost } from './image-hosts.ts';

const linesOf = (text: string) => text.trim().split(/\s*\n\s*/);

test('a host of pictures is a name, everything below a name, or loopback', () => {
  for (const host of [
    'images.example.com',
    '*.example.com',
    'a-b.example.co:8443',
    'localhost:9000',
    '127.0.0.1',
    '[::1]:80',
    'xn--bcher-kva.example',
  ])
    assert.ok(isImageHost(host), host);
});

test('nothing else is: no address, no directive of a policy, no wildcard above a domain', () => {
  const others = linesOf(`
    *
    *.com
    *.*.example.com
    a.*.com
    https://a.example.com
    a.example.com/x
    a.example.com:
    a.example.com:0
    'self'
    data:
    https:
    a.example.com script-src
    a.example.com;script-src 'unsafe-inline'
    a.example.com,b
    a..com
    10.0.0.1
    0x7f.1
    127.1
    [::]
    user@a.example.com
    A.example.com
    example
    a.example.com.
    -a.example.com
    ${'a'.repeat(64)}.example.com
    ${'a.'.repeat(130)}com`);
  others.push('', 'a.example.com\n');
  for (const host of others) assert.ok(!isImageHost(host), JSON.stringify(host));
});

test('pictures come by HTTPS, on loopback also without', () => {
  assert.deepEqual(imageSourcesOf('*.example.com'), ['https://*.example.com']);
  assert.deepEqual(imageSourcesOf('localhost:9000'), ['https://localhost:9000', 'http://localhost:9000']);
});

test('an address is allowed where its host is listed, and by nothing that looks like it', () => {
  const hosts = ['images.example.com', '*.cdn.example.com', 'localhost:9000', '*.port.example:8443'];
  const allowed = linesOf(`
    https://images.example.com/a.png?b
    https://IMAGES.example.com:443/a.png
    https://eu.cdn.example.com/a.png
    https://a.b.cdn.example.com/a.png
    http://localhost:9000/a.png
    https://a.port.example:8443/`);
  for (const address of allowed) assert.ok(isImageAllowed(address, hosts), address);
  const refused = linesOf(`
    http://images.example.com/a.png
    https://images.example.com:8443/a.png
    https://evil.example/images.example.com
    https://images.example.com.evil.example/
    https://images.example.com@evil.example/
    https://x@images.example.com/
    https://cdn.example.com/
    https://xcdn.example.com/
    http://localhost/
    https://a.port.example/
    //images.example.com/a
    /a.png
    data:image/png,
    javascript:1
    blob:https://images.example.com/1`);
  for (const address of refused) assert.ok(!isImageAllowed(address, hosts), address);
});
