import { Readable } from 'node:stream';
import type { Plugin } from 'vite';
import { netlifyEmulator } from './netlify.ts';

/** Paths of the functions, those without a public path included. */
const functionPath = /^\/(?:api|\.netlify\/functions)\//;

/** Runs functions/ behind Vite's dev server, so that `npm run dev` has the same API as the built site. */
export function netlifyFunctions(root: string, serverAddress: string): Plugin {
  const netlify = netlifyEmulator(root, serverAddress, {
    headers: { enabled: false },
    redirects: { enabled: false },
    staticFiles: { enabled: false },
  });
  return {
    name: 'admitcircle:netlify-functions',
    async configureServer(server) {
      await netlify.start();
      server.httpServer?.once('close', () => void netlify.stop());
      server.middlewares.use((request, response, next) => {
        if (!functionPath.test(request.url ?? '')) return next();
        netlify
          .handleAndIntrospectNodeRequest(request)
          .then((answer) => {
            if (!answer) return next();
            response.writeHead(answer.response.status, Object.fromEntries(answer.response.headers));
            Readable.from(answer.response.body ?? []).pipe(response);
          })
          .catch(next);
      });
    },
  };
}
