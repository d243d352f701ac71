const transcript = `# How it began

> **Panel:** You studied mechanical engineering. Why management now?

> **Candidate:** In my second year at the plant I planned shifts for forty people, and I liked the planning more than the machines.

*What worked:* one scene from work, and no list of virtues.

# The stress question

> **Panel:** Your marks fell in the third year.

> **Candidate:** They did. I took on two jobs at once, and learned to say no the year after.

## What to take from it

1. Say what happened in one sentence.
2. Say what changed.
3. Stop.

# How it ended

The last question was the first one again. See [the packs](/buy) if you want to sit it yourself.`;

const topics = `# Economy

- Should a country tax robots?
- Are gig workers employees?

# Society

- Does social media make elections fairer?
- *Merit is luck that forgot its name.* Discuss.

# How to use them

Write for twenty minutes without looking anything up, then read it aloud. A page is enough.`;

const discussion = `# Before you speak

- What does each word of the topic mean?
- Who gains, and who pays?
- One figure and one example for each side`;

const cv = `# One line for each thing you did

Say what you did, how much of it, and what came of it: \`Planned shifts for 40 people, overtime fell by a fifth\`.

# What a panel asks about

- The gap of half a year
- The hobby in the last line
- The project with the longest name

# Before you send it

Read it from the bottom to the top once. Mistakes hide where nobody starts reading.`;

const text = (kind: string, title: string, body: string) => `
  if not exists (select from private.material where kind = '${kind}' and title = '${title}') then
    perform operations.put_material('${kind}', '${title}', $text$${body}$text$, is_sample => true, replaces => true);
  end if;`;

/** Creates the sample community and the sample texts for the preparation room if they are missing. */
export const materialSamples = `
do $samples$
begin
  if not exists (select from public.community_links where is_sample) then
    insert into public.community_links (name, text, url, is_sample)
    values (
      'Circle chat', 'Ask anything, and find someone to practise with.',
      'https://chat.example.com/circle', true
    );
  end if;
  ${text('transcript', 'From the shop floor', transcript)}
  ${text('wat', 'Topics for a WAT', topics)}
  ${text('gd', 'Should marks decide who gets in?', discussion)}
  ${text('cv', 'Notes on a CV', cv)}
end
$samples$`;
