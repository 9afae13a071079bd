import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { EmbedConnection, EmbedEvent } from '../../src/index.ts';
import { OrielEmbed } from '../../src/react.tsx';

/** What the test sees and moves. */
declare global {
  interface Window {
    embedAddresses: string[];
    heard: EmbedEvent[];
    connections: (EmbedConnection | null)[];
    /** Shows the embed with this address and title, or none. */
    show: (index: number | undefined, title?: string) => void;
  }
}

function Host({ src, title }: { src: string | undefined; title: string }) {
  if (src === undefined) return <p>Nothing is embedded</p>;
  return (
    <OrielEmbed
      id="embed"
      title={title}
      src={src}
      ref={(connection) => {
        window.connections.push(connection);
      }}
      onEvent={(event) => window.heard.push(event)}
    />
  );
}

const container = document.querySelector('#root');
if (container === null) throw new Error('The page has no #root');
const root = createRoot(container);

window.heard = [];
window.connections = [];
window.show = (index, title = 'Embed') => {
  const src = index === undefined ? undefined : window.embedAddresses[index];
  root.render(
    <StrictMode>
      <Host src={src} title={title} />
    </StrictMode>,
  );
};
window.show(0);
