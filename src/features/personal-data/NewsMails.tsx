import * as v from 'valibot';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { MemberPart } from '../ui/MemberPart.tsx';
import { PressButton } from '../ui/PressButton.tsx';

const news = createMemberStore('news', () => rpc('wants_announcements', {}, v.boolean()));

/** Whether the member gets emails about news, with a button to change this (§18.94). */
export function NewsMails() {
  return (
    <div>
      <h4 className="bold text-ink">News emails</h4>
      <MemberPart {...news} loading="Loading" notLoaded="We could not load this setting.">
        {(wanted) => (
          <>
            <p role="status">
              {wanted
                ? 'You get emails about news, such as a new kind of session.'
                : 'You do not get emails about news. You still get emails about your purchases, your sessions and changes to the terms.'}
            </p>
            <PressButton
              work={() =>
                news.replace(() => rpc('set_announcements', { p_wanted: !wanted }, v.boolean()))
              }
            >
              {wanted ? 'Stop news emails' : 'Get news emails again'}
            </PressButton>
          </>
        )}
      </MemberPart>
    </div>
  );
}
