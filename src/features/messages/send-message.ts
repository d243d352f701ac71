import {
  messagePath,
  messageReply,
  type MessageReply,
  type MessageRequest,
} from '../../domain/messages/contact-message.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { callFunction, FunctionError, type Call } from '../../lib/function-call.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { callAsAnybody } from '../../lib/member-call.ts';

// Downloaded when the form gets the focus.

/** Posts as the member whose login is stored; as a visitor if no login is stored or it has expired. */
async function post(call: Call): Promise<MessageReply> {
  try {
    return await callAsAnybody(messagePath, messageReply, call);
  } catch (error) {
    if (!(error instanceof FunctionError) || error.code !== 'session_expired') throw error;
    return callFunction(messagePath, messageReply, call);
  }
}

// The key stays the same for the same text, so that a retry does not count as a second message (§18.51).
let latest = { text: '', key: '' };

function keyOf(message: object): string {
  const text = JSON.stringify(message);
  if (latest.text !== text) latest = { text, key: crypto.randomUUID() };
  return latest.key;
}

/** Sends a message (§18.13). Resolves to the message's number, or to a sentence that explains why it was refused. */
export async function sendMessage(
  message: Omit<MessageRequest, 'key'>,
): Promise<MessageReply | { problem: string }> {
  try {
    return await post({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, key: keyOf(message) } satisfies MessageRequest),
    });
  } catch (error) {
    return { problem: sayFailure(error, {}, { noAnswer: settingsMessages.serverDown }) };
  }
}
