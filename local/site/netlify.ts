import { NetlifyDev, type Features } from '@netlify/dev';

/** Netlify's emulator, with everything this site does not use switched off. */
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
