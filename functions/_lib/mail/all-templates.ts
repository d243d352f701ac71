import { accountTemplates } from './account-templates.ts';
import { loanTemplates } from './loan-templates.ts';
import { mentorTemplates } from './mentor-templates.ts';
import { refundTemplates } from './refund-templates.ts';
import { rightsTemplates } from './personal-data-templates.ts';
import { messageTemplates } from './message-templates.ts';
import { sessionTemplates } from './session-templates.ts';
import type { Templates } from './template.ts';

/** A template for every kind of mail that the outbox may hold. */
export const templates: Templates = {
  ...accountTemplates,
  ...sessionTemplates,
  ...mentorTemplates,
  ...loanTemplates,
  ...refundTemplates,
  ...rightsTemplates,
  ...messageTemplates,
};
