import type { Plugin } from 'vite';

const packages = ['react', 'react/jsx-runtime', 'react-dom/client'];
const prefix = '\0es:';

/**
 * Gives the browser's build React as ES modules. React is published as CommonJS; imported as it is,
 * every island carries a wrapper for it, and all of them wait for one more file with the helper that
 * the wrapper needs.
 */
export function reactModules(): Plugin {
  return {
    name: 'admitcircle:react-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(id, importer) {
      // What we wrap is imported by the wrapper, and by React's own files, as it is.
      const asItIs =
        importer !== undefined && /^\0es:|\/node_modules\/react(?:-dom)?\//.test(importer);
      return packages.includes(id) && !asItIs ? prefix + id : undefined;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const name = id.slice(prefix.length);
      // The type of a module that is named at run time is not known; an object it is.
      const exported = Object.keys((await import(/* @vite-ignore */ name)) as object);
      const names = exported.filter((key) => /^[a-z]\w+$/i.test(key) && key !== 'default');
      // Marked as pure, so that names nobody imports are left out.
      const lines = names.map((key) => `export const ${key} = /* @__PURE__ */ get('${key}');`);
      return `import module from '${name}';
const get = (name) => module[name];
export default module;
${lines.join('\n')}`;
    },
  };
}
