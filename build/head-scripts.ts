import { build, type Plugin } from 'vite';

const query = '?head-script';

/** Bundles and minifies a module into one classic script. */
async function bundle(module: string): Promise<{ code: string; sources: string[] }> {
  const built = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: module, output: { format: 'iife' } },
    },
  });
  const [result] = [built].flat();
  if (!result || !('output' in result)) throw new Error(`${module} was not built.`);
  const [{ code, moduleIds }] = result.output;
  return { code: code.trim(), sources: moduleIds };
}

/**
 * Makes `import code from './guard.ts?head-script'` return the source of a script for a page's head. Astro's own
 * scripts are modules, so they run only after the first paint.
 */
export function headScripts(): Plugin {
  return {
    name: 'admitcircle:head-scripts',
    enforce: 'pre',
    load: {
      filter: { id: /\?head-script$/ },
      async handler(id) {
        const { code, sources } = await bundle(id.slice(0, -query.length));
        for (const source of sources) this.addWatchFile(source);
        return { code: `export default ${JSON.stringify(code)};`, map: null, moduleType: 'js' };
      },
    },
  };
}
