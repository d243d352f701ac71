import { loanTemplates } from './loan-templates.ts';
import { mentorTemplates } from './mentor-templates.ts';
import { refundTemplates } from './refund-templates.ts';
import { rightsTemplates } from './rights-templates.ts';
import { messageTemplates } from './message-templates.ts';
import { sessionTemplates } from './session-templates.ts';
import { templates as accountTemplates, type Template } from './templates.ts';

/** Every kind of mail that the outbox may hold. */
export const templates: Readonly<Record<string, Template>> = {
  ...accountTemplates,
  ...sessionTemplates,
  ...mentorTemplates,
  ...loanTemplates,
  ...refundTemplates,
  ...rightsTemplates,
  ...messageTemplates,
};
