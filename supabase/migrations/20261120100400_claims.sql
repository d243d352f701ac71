-- Purchases made without an account that the signed-in member may claim (§8.21): the payment that
-- counts carries the member's address, and the member answered a mail sent to that address. An
-- account that was confirmed without a mail proves nothing about who owns the address.
create function public.claimable_orders()
returns setof public.orders
language sql
stable
security definer
set search_path = ''
as $$
  select orders.*
  from public.orders as orders
  where orders.user_id is null
    and orders.status in ('paid', 'partially_refunded', 'refunded')
    and exists (
      select from public.payments as payments
      join auth.users as users on lower(users.email) = lower(payments.email)
      where payments.order_id = orders.id
        and payments.status in ('captured', 'refunded')
        and payments.review is null
        and users.id = (select auth.uid())
        and users.email_confirmed_at is not null
        and users.confirmation_sent_at is not null
    )
  order by orders.created_at desc;
$$;

create function public.claim_order(p_order_id uuid)
returns public.orders
language plpgsql
security definer
set search_path = ''
as $$
declare
  claimed public.orders;
begin
  update public.orders as orders
  set
    user_id = (select auth.uid()),
    -- The member may already have an order with this key, which is unique for each buyer.
    idempotency_key = gen_random_uuid()
  where orders.id = p_order_id
    and orders.user_id is null
    and orders.id in (select id from public.claimable_orders())
  returning * into claimed;

  if not found then
    raise exception 'this order is not yours to claim' using errcode = 'insufficient_privilege';
  end if;
  return claimed;
end;
$$;
