import type * as v from 'valibot';
import { onTestFinished, vi } from 'vitest';
import type { errorReply } from '../../../src/domain/api.ts';
import { endpoints } from './endpoints.ts';

type ErrorReply = v.InferOutput<typeof errorReply>;

/** What the site sent: path with query, method and body. */
export type Call = { path: string; method: string; body: unknown; headers: Headers };

type Reply = { status: number; body: unknown };
type Answer = (call: Call) => Reply | Promise<Reply>;

/** A refused database call; `private.refuse(word)` raises this error. */
export const refused = (word: string) => ({ code: 'P0001', message: word });

/** The answer of one of our functions that refuses with this code and message. */
export const refusal = (code: ErrorReply['error']['code'], message = 'no'): ErrorReply => ({
  success: false,
  error: { code, message },
});

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (!request.headers.get('content-type')?.includes('json')) return text;
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Everything the page can reach: our functions and the backend. It replaces `fetch` alone, so the site’s own
 * clients run unchanged. An unexpected request fails the test.
 */
export class Backend {
  readonly calls: Call[] = [];
  /** The number of requests that wait for their answers. */
  open = 0;
  readonly #answers = new Map<string, Answer[]>();
  readonly #unexpected: string[] = [];
  #offline = false;

  constructor() {
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(String(input instanceof Request ? input.url : input), location.href);
      this.open += 1;
      return this.#fetch(
        new Request(url, init ?? (input instanceof Request ? input : undefined)),
      ).finally(() => {
        this.open -= 1;
      });
    });
    onTestFinished(() => {
      this.setOffline(false);
      if (this.#unexpected.length > 0) {
        throw new Error(`Requests without an answer: ${this.#unexpected.join(', ')}`);
      }
    });
  }

  async #fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const call: Call = {
      path: pathname + search,
      method: request.method,
      body: await bodyOf(request),
      headers: request.headers,
    };
    this.calls.push(call);
    const queue = this.#answers.get(pathname);
    // The last answer is repeated.
    const answer = queue && (queue.length > 1 ? queue.shift() : queue[0]);
    if (this.#offline) throw new TypeError('Failed to fetch');
    if (!answer) {
      this.#unexpected.push(`${request.method} ${pathname}`);
      throw new TypeError('Failed to fetch');
    }
    // The caller may give up first.
    const givenUp = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
    // An answer that throws must not leave the caller waiting.
    givenUp.catch(() => undefined);
    const { status, body } = await Promise.race([answer(call), givenUp]);
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  }

  /** Answers requests to this path. Several answers are given one after another, and the last is repeated. */
  answer(path: string, body: unknown, status = 200): this {
    return this.answerBy(path, () => ({ status, body }));
  }

  /** Answers requests to this path with what `answer` makes of the call. */
  answerBy(path: string, answer: Answer): this {
    this.#answers.set(path, [...(this.#answers.get(path) ?? []), answer]);
    return this;
  }

  forget(path: string): this {
    this.#answers.delete(path);
    return this;
  }

  /** Answers requests to this path with nothing else from now on. */
  now(path: string, body: unknown, status = 200): this {
    return this.forget(path).answer(path, body, status);
  }

  lose(path: string): this {
    return this.answerBy(path, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  rpc(name: string, body: unknown): this {
    return this.answer(`/rest/v1/rpc/${name}`, body);
  }

  /** Answers calls to a database function with nothing else from now on. */
  rpcNow(name: string, body: unknown): this {
    return this.now(`/rest/v1/rpc/${name}`, body);
  }

  refuse(name: string, word: string): this {
    return this.answer(`/rest/v1/rpc/${name}`, refused(word), 400);
  }

  /** Makes requests to this path wait; returns a function that answers them. */
  hold(path: string): (body: unknown, status?: number) => void {
    const gate = Promise.withResolvers<Reply>();
    this.answerBy(path, () => gate.promise);
    return (body, status = 200) => gate.resolve({ status, body });
  }

  sent(path: string): unknown[] {
    return this.calls.filter((call) => call.path.split('?')[0] === path).map(({ body }) => body);
  }

  sentTo(name: string): unknown[] {
    return this.sent(`/rest/v1/rpc/${name}`);
  }

  get fileCalls(): Call[] {
    return this.calls.filter(({ path }) => path.startsWith(endpoints.file));
  }

  setOffline(offline: boolean): void {
    if (this.#offline === offline) return;
    this.#offline = offline;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!offline);
    window.dispatchEvent(new Event(offline ? 'offline' : 'online'));
  }
}
