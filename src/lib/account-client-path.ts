/** A script of the build that imports the account client, whose own file has a name that no page knows. */
export const accountClientPath = '/account-client.js';
