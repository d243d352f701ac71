import type { SqlEditor } from './backend/sql-editor.ts';
import { loanSamples } from './loan-samples.ts';
import { materialSamples } from './material-samples.ts';

// open_slots skips times that already exist, so this can be run repeatedly.
const sessionSamples = `
do $samples$
declare
  sample record;
  mentor integer;
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
begin
  for sample in
    select * from (
      values
        ('Meera', 'IIM Ahmedabad', 'interview', 'mon tue wed thu fri', time '18:30', 45),
        ('Meera', 'IIM Ahmedabad', 'interview', 'sat sun', time '10:00', 45),
        ('Arjun', 'IIM Bangalore', 'interview', 'mon wed fri sun', time '08:00', 45),
        ('Arjun', 'IIM Bangalore', 'interview', 'tue thu sat', time '20:15', 45),
        ('Farah', 'XLRI Jamshedpur', 'gd', 'wed sat', time '11:00', 60),
        ('Farah', 'XLRI Jamshedpur', 'gd', 'sun', time '17:00', 60)
    ) as patterns (name, institute, kind, weekdays, at, minutes)
  loop
    select id into mentor from private.mentors where name = 'Sample mentor ' || sample.name;
    if mentor is null then
      perform operations.add_mentor(
        'Sample mentor ' || sample.name,
        sample.institute,
        lower(sample.name) || '@mentors.example.com',
        -- The others have a room of their own for each session (§15.89).
        case when sample.name = 'Meera' then 'https://meet.example.com/sample-meera' end
      );
      select id into mentor from private.mentors where name = 'Sample mentor ' || sample.name;
    end if;
    -- At a later start nothing may be left to open.
    perform private.open_times(
      private.mentor_numbered(mentor), sample.kind, string_to_array(sample.weekdays, ' '), sample.at, sample.minutes,
      today, today + 14, null, null
    );
  end loop;
  perform operations.show_mentor(mentors.id, about.batch, about.work, about.asks, about.languages)
  from (
    values
      ('Meera', 2019, 'Brand manager, consumer goods', 'Why an MBA, why now, and what you did that nobody told you to do', 'English, Hindi'),
      ('Arjun', 2021, 'Consultant, public sector', 'Guesses with a number in them, and your last job in one minute', 'English, Tamil'),
      ('Farah', 2018, 'HR lead, software', 'How you make room for others, and when you change your mind', 'English, Hindi, Urdu')
  ) as about (name, batch, work, asks, languages)
  join private.mentors as mentors on mentors.name = 'Sample mentor ' || about.name;
end
$samples$`;

/**
 * Creates any missing samples: mentors with times for the next two weeks, lenders with their group, community links and
 * texts. Only the local stack has samples.
 */
export async function addSamples(editor: SqlEditor): Promise<void> {
  await editor(sessionSamples);
  await editor(loanSamples);
  await editor(materialSamples);
}
