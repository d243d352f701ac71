/**
 * Answers a member's request for data or erasure (privacy policy, 'Your rights'). `npm run member -- export <email>`
 * prints what we keep about a person as JSON, and `npm run member -- erase <email>` erases it. After a restore, `erase`
 * also takes the id from the log. Both read PUBLIC_SUPABASE_URL and SUPABASE_SECRET_KEY from the environment or `.env`
 * (docs/operations.md).
 */
import { exportMember } from '../functions/_lib/personal-data/member-export.ts';
import { eraseAccount, eraseMember } from '../functions/_lib/personal-data/member-rights.ts';
import { run } from '../local/run.ts';
import { serviceClient } from './service.ts';

const isId = (who: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(who);

run(async () => {
  const [verb, who] = process.argv.slice(2);
  const byId = verb === 'erase' && who !== undefined && isId(who);
  if ((verb !== 'export' && verb !== 'erase') || !who || !(who.includes('@') || byId)) {
    throw new Error('Usage: npm run member -- export <e-mail>, or erase <e-mail or id>');
  }
  const service = serviceClient();
  const result = byId
    ? await eraseAccount(service, who, 'operator')
    : await (verb === 'export' ? exportMember : eraseMember)(service, who);
  console.log(JSON.stringify(result, null, 2));
});
