import type { Seller } from '../../domain/payments/receipt.ts';
import { OrderList } from '../packs/OrderList.tsx';
import { Start } from './Start.tsx';

type YourDashboardProps = {
  /** The heading above the packs, and the text if there are none. */
  heading: string;
  emptyText: string;
  seller: Seller;
};

/** The next step and the packs, in one island so that they arrive together. */
export function YourDashboard({ heading, emptyText, seller }: YourDashboardProps) {
  return (
    <>
      <Start page="dashboard" />
      <section aria-labelledby="your-packs" className="mt-14">
        <h2 id="your-packs" className="mb-6 text-2xl sm:text-3xl">
          {heading}
        </h2>
        <OrderList emptyText={emptyText} seller={seller} />
      </section>
    </>
  );
}
