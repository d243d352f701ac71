/** How the database refused: the code word that a function raised, or that the session has ended. */
export type DatabaseRefusal = { word: unknown; sessionEnded: boolean };

function field(error: unknown, name: 'code' | 'message'): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return Object.getOwnPropertyDescriptor(error, name)?.value;
}

/** Reads an error of supabase-js. */
export function databaseRefusal(error: unknown): DatabaseRefusal {
  return { word: field(error, 'message'), sessionEnded: field(error, 'code') === '42501' };
}
