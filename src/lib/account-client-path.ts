/**
 * A script that the build creates so that pages can import the account client, because they cannot know the file's
 * name.
 */
export const accountClientPath = '/account-client.js';
