import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

export type OtherSite = {
  url: string;
  /** The requests received so far, in order. */
  requests: IncomingMessage[];
  stop(): Promise<void>;
};

/** Serves this HTML from another host, which browsers treat as another origin and another site. */
export async function startOtherSite(html: string): Promise<OtherSite> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
