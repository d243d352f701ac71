import { NetlifyDev, type Features } from '@netlify/dev';

/** Netlify's emulator, without the parts that this site does not use. */
export function netlifyEmulator(
  projectRoot: string,
  serverAddress: string,
  features: Features = {},
) {
  return new NetlifyDev({
    projectRoot,
    serverAddress,
    skipGitignore: true,
    aiGateway: { enabled: false },
    blobs: { enabled: false },
    database: { enabled: false },
    edgeFunctions: { enabled: false },
    environmentVariables: { enabled: false },
    geolocation: { enabled: false },
    images: { enabled: false },
    logger: { log: () => undefined, warn: console.warn, error: console.error },
    ...features,
  });
}

/** The request with its whole body, in the form that the emulator expects: text as it is, a file as base64. */
export async function withBody(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (!request.body) return request;
  const bytes = await request.arrayBuffer();
  const isFile = headers.get('content-type') === 'application/octet-stream';
  const body = isFile ? Buffer.from(bytes).toString('base64') : bytes;
  return new Request(url, { method, headers, signal, body });
}
