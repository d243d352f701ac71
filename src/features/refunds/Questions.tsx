import { useRef, type ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { packName } from '../../domain/packs/packs.ts';
import { lastingInFigures } from '../../domain/periods.ts';
import { refundRefusals } from '../../domain/refusals/refunds.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise, unbroken } from '../../domain/words/money.ts';
import { cleanLines, cleanText } from '../../domain/words/typed-text.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import type { Elements } from '../ui/elements.ts';
import { fieldOf } from '../ui/field-of.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { showToast } from '../ui/toast.ts';
import { Effects } from './Effects.tsx';
import { sendOffer, type OfferTexts } from './offer.ts';
import { withdrawalInWords } from './refund-words.ts';
import type { RefundableSession, RefundPack, RefundRequest } from './refunds-schema.ts';
import { askRefund, askSessionRefund, takeRefundBack } from './refunds-store.ts';

/** The action to confirm. Contains the data as shown, so that this is exactly what is sent. */
export type Question =
  | { what: 'ordinary'; pack: RefundPack }
  | { what: 'session'; pack: RefundPack; session: RefundableSession; label: Elements }
  | { what: 'offer'; pack: RefundPack; offer: OfferTexts; letter: File }
  | { what: 'take-back'; pack: RefundPack; request: RefundRequest };

type QuestionsProps = {
  question: Question;
  /** Called when the dialog has closed, with the id of the request that was made or changed, if there is one. */
  onClose: (request: string | undefined) => void;
};

// In characters. What a member says went wrong (`refund_requests.went_wrong`).
const longest = 500;

/** The title and the button of a dialog that asks for an amount. */
const askingFor = (paise: number) => ({
  title: `Ask for ${unbroken(formatPaise(paise))} back?`,
  confirm: `Ask for ${formatPaise(paise)}`,
});

function sent({ id, number }: RefundRequest): string {
  showToast('success', `We have your request ${number}.`);
  return id;
}

const freeUntilDecided = `We decide within ${lastingInFigures('refund')}; until then, you can withdraw your request. We pay within ${lastingInFigures('refund')} of the decision.`;

/** A question's text, and what its button does; resolves to the request's id. */
function contentOf(question: Question): Pick<
  ComponentProps<typeof AskFirst>,
  'title' | 'heading' | 'confirm' | 'keep' | 'children'
> & {
  /** `said` is what the member says went wrong with the session. */
  work: (said: string) => Promise<string>;
} {
  switch (question.what) {
    case 'ordinary': {
      const { pack } = question;
      const { gives } = pack.ordinary;
      return {
        ...askingFor(gives),
        keep: 'Keep the pack',
        work: () => askRefund(pack.order, gives).then(sent),
        children: (
          <>
            <Effects pack={pack} />
            <p className="mt-3">{`While we decide, you cannot book with your ${packName(pack.pack)}. ${freeUntilDecided}`}</p>
          </>
        ),
      };
    }
    case 'session': {
      const { pack, session, label } = question;
      return {
        ...askingFor(session.gives),
        keep: 'Not now',
        work: (said) => askSessionRefund(session.booking, session.gives, said).then(sent),
        children: (
          <>
            <p>
              {label}
              <span>{`.`}</span>
            </p>
            <p className="mt-3">{`This is one session’s share of the price. ${session.state === 'called_off' ? 'The session is taken out of your pack, so you cannot book it again. ' : ''}${pack.sold > 1 ? 'The rest of your pack stays as it is. ' : ''}${freeUntilDecided}`}</p>
          </>
        ),
      };
    }
    case 'offer': {
      const { pack, offer, letter } = question;
      return {
        ...askingFor(pack.offer.gives),
        keep: 'Not now',
        work: async () => {
          const request = await sendOffer(pack, offer, letter);
          showToast('success', 'Congratulations on your offer! We have your request.');
          return request;
        },
        children: (
          <>
            <p>{`Your offer from ${cleanText(offer.institute)} dated ${formatDay(offer.offeredOn)}, after your final interview on ${formatDay(offer.interviewedOn)}, with the letter ${letter.name}.`}</p>
            <p className="mt-3">{`You cannot book with your ${packName(pack.pack)} while the request is open, and the pack ends when we pay. ${freeUntilDecided}`}</p>
          </>
        ),
      };
    }
    case 'take-back': {
      const { pack, request } = question;
      return {
        title: `Withdraw request ${request.number}?`,
        heading: <Sentence words={['Withdraw request ', request.number, '?']} />,
        confirm: 'Withdraw the request',
        keep: 'Keep my request',
        work: async () => {
          const { id } = await takeRefundBack(request.id);
          showToast('success', 'Withdrawn.');
          return id;
        },
        children: (
          <p>{`You will not get ${formatPaise(request.amount)} back. ${withdrawalInWords(request, pack)}`}</p>
        ),
      };
    }
  }
}

/** The dialog that asks the member to confirm, with the exact amount (§17.61). */
export default function Questions({ question, onClose }: QuestionsProps) {
  const made = useRef<string>(undefined);
  const form = useForm({ defaultValues: { said: '' } });
  const { work, ...content } = contentOf(question);
  return (
    <AskFirst
      {...content}
      confirming={question.what === 'take-back' ? 'Withdrawing ...' : 'Sending ...'}
      {...(question.what === 'session' && {
        form,
        fields: (
          <TextArea
            label="What went wrong? (optional)"
            maxLength={longest}
            rows={3}
            {...fieldOf(form, 'said')}
          />
        ),
      })}
      work={async () => {
        made.current = await work(cleanLines(form.getValues('said')));
      }}
      sayFailure={(error) => sayFailure(error, refundRefusals)}
      onClose={(done) => onClose(done ? made.current : undefined)}
    />
  );
}
