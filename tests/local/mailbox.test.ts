import { expect, test } from 'vitest';
import { mailboxApp } from '../../local/mailbox/app.ts';

test('an empty mailbox says how to get a mail', async () => {
  const response = await mailboxApp([]).request('/');
  expect(await response.text()).toContain('Ask for a new password on the login page');
});
