import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { checkoutHosts } from '../../src/domain/environment/environment.ts';

/**
 * Starts a shop on its own origin. Its page opens a checkout with the options in `?options=` and lists
 * the events it receives; its policy allows nothing but itself and these hosts of the sandbox.
 */
export async function startShop(
  sandboxUrl: string,
  hosts = checkoutHosts(`${sandboxUrl}/v1/checkout.js`).join(' '),
) {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hosts}`,
    `frame-src ${hosts}`,
    `connect-src ${hosts}`,
    `img-src data: ${hosts}`,
    `style-src 'unsafe-inline' ${hosts}`,
  ].join('; ');
  const pages = new Map([
    ['/', ['text/html', page(`${sandboxUrl}/v1/checkout.js`)]],
    ['/shop.js', ['text/javascript', shopScript]],
  ]);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const [type, content] = pages.get(pathname) ?? ['text/plain', ''];
    response.setHeader('Content-Type', `${type}; charset=utf-8`);
    response.setHeader('Content-Security-Policy', policy);
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The shop has no port.');
  const url = `http://localhost:${address.port}`;
  return {
    url,
    /** The address of the shop's page with these options. */
    page(options: object): string {
      return `${url}/?options=${encodeURIComponent(JSON.stringify(options))}`;
    },
  };
}

function page(checkoutScript: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <title>Shop</title>
    <link rel="icon" href="data:," />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <main>
      <h1>Shop</h1>
      <button id="buy">Buy</button>
      <ul id="log"></ul>
    </main>
    <script src="${checkoutScript}"></script>
    <script src="/shop.js"></script>
  </body>
</html>`;
}

const shopScript = `
const options = JSON.parse(new URLSearchParams(location.search).get('options'));
function note(event) {
  return (detail) => {
    const item = document.createElement('li');
    item.textContent = JSON.stringify([event, detail]);
    document.getElementById('log').append(item);
  };
}
document.getElementById('buy').addEventListener('click', () => {
  try {
    const checkout = new Razorpay({ ...options, modal: { ondismiss: note('dismissed') } });
    checkout.on('payment.failed', note('failed'));
    checkout.open();
  } catch (error) {
    note('thrown')(error.message);
  }
});
`;
