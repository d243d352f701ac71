import { createContext, useContext } from 'react';

/** Asks for the code of the authenticator, unless the last one is fresh. Resolves to false if it was not entered. */
export type AskCode = () => Promise<boolean>;

/** The function with which the parts of an open desk ask for the code. */
export const CodeContext = createContext<AskCode>(() => Promise.resolve(false));

/** Returns the function that asks for the code (§22.4). */
export const useCode = (): AskCode => useContext(CodeContext);
