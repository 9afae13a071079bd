// What the reference does beyond HTML: search, copying, the colour scheme, and where the reader is. Without it all is readable.
const SCHEMES = ['auto', 'light', 'dark'];
const MAX_FOUND = 40;

applyScheme(localStorage.getItem('oriel-reference-scheme') ?? 'auto');
showScheme();
showCopy();
showAddress();
showSearch();
markPosition();

function applyScheme(scheme) {
  if (scheme === 'auto') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

function showScheme() {
  const button = document.querySelector('.scheme');
  const chosen = () => localStorage.getItem('oriel-reference-scheme') ?? 'auto';
  const tell = () => (button.textContent = `Theme: ${chosen()}`);
  button.addEventListener('click', () => {
    const next = SCHEMES[(SCHEMES.indexOf(chosen()) + 1) % SCHEMES.length];
    localStorage.setItem('oriel-reference-scheme', next);
    applyScheme(next);
    tell();
  });
  tell();
  button.hidden = false;
}

function showCopy() {
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const text = button.closest('figure').querySelector('code').textContent;
      const copied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      button.textContent = copied ? 'Copied' : 'Not allowed';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
  }
}

/** The first example names the address that the reader has come by. */
function showAddress() {
  const begin = document.querySelector('#begin-code');
  if (!begin) return;
  const walker = document.createTreeWalker(begin, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    walker.currentNode.data = walker.currentNode.data.replace('http://localhost:4000', location.origin);
}

function showSearch() {
  const box = document.querySelector('.search');
  const input = box.querySelector('input');
  const list = box.querySelector('ul');
  let index;
  let selected = 0;
  box.hidden = false;

  const options = () => [...list.querySelectorAll('[role=option]')];
  const select = (position) => {
    const all = options();
    if (all.length === 0) return input.removeAttribute('aria-activedescendant');
    selected = (position + all.length) % all.length;
    for (const [at, option] of all.entries()) option.setAttribute('aria-selected', String(at === selected));
    input.setAttribute('aria-activedescendant', all[selected].id);
    all[selected].scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const search = async () => {
    const words = input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return close();
    index ??= fetch('/docs/api/search.json').then((answer) => answer.json());
    const entries = await index;
    const found = find(entries, words);
    list.replaceChildren(...(found.length > 0 ? found.map(optionOf) : [nothingFound()]));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    select(0);
  };
  input.addEventListener('input', search);
  input.addEventListener('focus', search);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'Enter') options()[selected]?.querySelector('a').click();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', close);
  document.addEventListener('click', (event) => box.contains(event.target) || close());
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** What has every word; what has them in its title first, operations before schemas. */
function find(entries, words) {
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const inTitle = entries.filter(({ title }) => has(title));
  const elsewhere = entries.filter(
    (entry) => !inTitle.includes(entry) && has(`${entry.title} ${entry.kind} ${entry.detail} ${entry.words}`),
  );
  return [...inTitle, ...elsewhere].slice(0, MAX_FOUND);
}

function optionOf({ address, title, kind, detail }, position) {
  const option = Object.assign(document.createElement('li'), { id: `found-${position}` });
  option.setAttribute('role', 'option');
  const link = Object.assign(document.createElement('a'), { href: address, tabIndex: -1 });
  const method = Object.assign(document.createElement('span'), {
    className: `method ${kind.toLowerCase()}`,
    textContent: kind,
  });
  const name = Object.assign(document.createElement('span'), { textContent: title });
  const more = Object.assign(document.createElement('code'), { textContent: detail });
  link.append(method, name, more);
  option.append(link);
  return option;
}

function nothingFound() {
  return Object.assign(document.createElement('li'), { className: 'nothing', textContent: 'Nothing found' });
}

/** Marks the operation in the navigation that stands at the top of the window. */
function markPosition() {
  const links = new Map(
    [...document.querySelectorAll('.groups .operations a')].map((link) => [link.hash.slice(1), link]),
  );
  if (links.size === 0) return;
  document.querySelector('.groups [aria-current=page]').scrollIntoView({ block: 'start' });
  const visible = new Set();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes)
        if (isIntersecting) visible.add(target.id);
        else visible.delete(target.id);
      const current = [...links.keys()].find((id) => visible.has(id));
      if (current === undefined) return;
      for (const [id, link] of links)
        if (id === current) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
    },
    { rootMargin: '-80px 0px -70% 0px' },
  );
  for (const id of links.keys()) observer.observe(document.getElementById(id));
}
