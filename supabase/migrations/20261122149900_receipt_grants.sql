-- What a receipt needs besides: how and when the order was paid.
grant select (method, provider_created_at) on public.payments to authenticated;
