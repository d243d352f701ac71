import { Sentence, plain } from '../ui/Sentence.tsx';
import { ordinaryEffects } from './refund-words.ts';
import type { RefundPack } from './refunds-schema.ts';

/** What the ordinary refund does to a pack's sessions and bookings. */
export function Effects({ pack }: { pack: RefundPack }) {
  return (
    <ul className="refund-effects grid gap-1">
      {ordinaryEffects(pack).map((effect) => (
        <li key={plain(effect)}>
          <Sentence words={effect} />
        </li>
      ))}
    </ul>
  );
}
