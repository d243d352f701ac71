/**
 * A script that the build makes to import the account client, because pages cannot know the name of the client's own
 * file.
 */
export const accountClientPath = '/account-client.js';
