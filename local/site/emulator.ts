import { oneAtATime } from '../one-at-a-time.ts';
import { netlifyEmulator, withBody } from './netlify.ts';
import { serveAnswers, type StartSite } from './start.ts';

/**
 * Serves the built site and functions/ as Netlify does (§20.15, §20.25): netlify.toml, _headers, _redirects, the
 * functions, brotli, and 404.html with status 404. It listens only on 127.0.0.1. `root` is the folder that
 * `prepareSite` made.
 */
export const startSite: StartSite = async ({ port, root }) => {
  const netlify = netlifyEmulator(root, `http://localhost:${port}`);
  await netlify.start();
  const inTurn = functionTurns();
  const site = await serveAnswers({ port, root }, async (request) => {
    // Read before the request's turn, so that a slow sender does not block a function.
    const whole = await withBody(request);
    return inTurn(whole, async () => {
      const given = await netlify.handle(whole);
      return given && inMemory(given);
    });
  });
  return {
    async stop() {
      await site.stop();
      await netlify.stop();
    },
  };
};

/**
 * Reads a response's body into memory. The emulator streams bodies, and a browser that disconnects at the last byte
 * cancels a stream that is ending. Cancelling it throws an error that nothing can catch.
 */
async function inMemory(response: Response): Promise<Response> {
  if (!response.body) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // The emulator lists a function's calls in this header. After two hundred emails, the header is too long for clients.
  headers.delete('x-nf-fetch-timing');
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/**
 * Lets each function answer one request at a time. The emulator bundles a function for every request, so if two
 * requests run in parallel, one may use a bundle that the other has deleted.
 */
function functionTurns(): <T>(request: Request, task: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, ReturnType<typeof oneAtATime>>();
  return (request, task) => {
    const { url, signal } = request;
    const path = new URL(url).pathname.toLowerCase();
    if (!/^\/(?:api|\.netlify\/functions)\//.test(path)) return task();
    const inTurn = turns.get(path) ?? oneAtATime();
    turns.set(path, inTurn);
    return inTurn(() => {
      // Skips a request if its caller has given up, so that it does not delay the caller's next request.
      signal.throwIfAborted();
      return task();
    });
  };
}
