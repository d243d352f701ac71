import { createContext, useContext } from 'react';

/** Asks for the code of the authenticator, unless it is fresh. Resolves to false where it is not entered. */
export type AskCode = () => Promise<boolean>;

/** How the parts of an open desk ask for the code. */
export const CodeContext = createContext<AskCode>(() => Promise.resolve(false));

/** Asks for the code of the authenticator (§22.4). */
export const useCode = (): AskCode => useContext(CodeContext);
