/**
 * Replaces `@supabase/functions-js` in the browser bundle (astro.config.mjs), because our functions are not Supabase's.
 * Exports the names that supabase-js imports.
 */
const Unused = Object;

export {
  Unused as FunctionRegion,
  Unused as FunctionsClient,
  Unused as FunctionsError,
  Unused as FunctionsFetchError,
  Unused as FunctionsHttpError,
  Unused as FunctionsRelayError,
};
