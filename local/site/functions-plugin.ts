import { getRequestListener } from '@hono/node-server';
import type { Plugin } from 'vite';
import { netlifyEmulator, withBody } from './netlify.ts';

/** The functions' paths, including functions without a public path. */
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
      const answer = getRequestListener(async (request) => {
        const given = await netlify.handle(await withBody(request));
        return given ?? new Response(null, { status: 404 });
      });
      server.middlewares.use((request, response, next) => {
        if (functionPath.test(request.url ?? '')) void answer(request, response);
        else next();
      });
    },
  };
}
