import { useForm } from 'react-hook-form';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import type { Booking } from './my-sessions-schema.ts';
import { Choice } from '../ui/Choice.tsx';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { showToast } from '../ui/toast.ts';
import { rateSession, sayBookingFailure } from './bookings.ts';

const scores = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

type RatingFormProps = { booking: Booking; onSent: () => void };

/** Rates a session from 1 to 5, with an optional comment (§15.37). */
export default function RatingForm({ booking: { id, rating }, onSent }: RatingFormProps) {
  const form = useForm({
    defaultValues: { score: rating ? String(rating.score) : '', word: rating?.word ?? '' },
  });
  return (
    <Form
      className="form mt-2 mb-3 max-w-md"
      legend="Your rating"
      form={form}
      field="score"
      send={async ({ score, word }) => {
        await rateSession(id, Number(score), word);
        showToast('success', 'Thank you for your rating.');
        onSent();
        return undefined;
      }}
      sayFailure={sayBookingFailure}
      button={{ label: 'Send rating', pending: 'Sending ...' }}
    >
      <Choice
        legend="How much did it help?"
        hint="From 1 (not helpful) to 5 (could not be better). Once your mentor has given you feedback, they can see your rating and comment."
        look="scale buttons"
        options={scores}
        {...fieldOf(form, 'score', { required: bookingRefusals.rating_not_valid.says })}
      />
      <Field
        label="Comment (optional)"
        maxLength={500}
        autoComplete="off"
        {...fieldOf(form, 'word')}
      />
    </Form>
  );
}
