import type { DashboardAppSource } from '@oriel/contract';

/** What a new app begins with: it lists the rows of the first report. */
export const APP_TEMPLATE: DashboardAppSource = {
  entry: 'index.html',
  files: {
    'index.html': `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
    <table id="rows"></table>
    <script type="module" src="main.js"></script>
  </body>
</html>
`,
    'main.js': `import { getState, load, loaded, onChange, reports } from "oriel";

async function draw() {
  const { theme } = await getState();
  document.body.style.color = theme.text;
  document.body.style.background = theme.page;
  const [first] = await reports();
  if (!first) return;
  const { columns, rows } = await load(first.id, { limit: 100 });
  const table = document.querySelector('#rows');
  table.replaceChildren();
  const add = (name, texts) => {
    const row = table.insertRow();
    for (const text of texts) row.append(Object.assign(document.createElement(name), { textContent: text }));
  };
  add('th', columns.map(({ title }) => title));
  for (const row of rows) add('td', columns.map(({ key }) => row[key]));
}

onChange(draw);
await draw();
loaded();
`,
    'style.css': `body {
  margin: 0;
  padding: 16px;
  font: 14px system-ui, sans-serif;
}

th,
td {
  padding: 4px 12px;
  text-align: start;
}
`,
  },
};
