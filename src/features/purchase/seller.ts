/** Who sells the packs, as a receipt says it (§8.29). An empty `taxNumber` is not printed. */
export type Seller = {
  name: string;
  legalName: string;
  address: string;
  taxNumber: string;
  email: string;
  phone: string;
};
