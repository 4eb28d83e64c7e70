-- Money that goes back: docs/decisions/011.
alter table payments
  -- By which Stripe's refunds and disputes name the payment.
  add column payment_intent text,
  add column refunded_amount numeric(14, 2) not null default 0 check (refunded_amount >= 0),
  -- The state of the latest dispute, as Stripe calls it.
  add column dispute_status text;
-- An event names the payment and no workspace, so it is found across tenants.
create index payments_intent on payments (payment_intent) where payment_intent is not null;

-- What Stripe last said about a refunded charge, a single refund and a dispute. Events come twice and out of order.
create table payment_reversals (
  tenant_id bigint not null references tenants,
  -- Stripe's id of the charge, the refund or the dispute.
  stripe_id text not null,
  stripe_session_id text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute')),
  -- Of a charge: all that has been refunded.
  amount numeric(14, 2) not null check (amount >= 0),
  status text not null,
  -- When Stripe made the event.
  event_at timestamptz not null,
  primary key (tenant_id, stripe_id)
);
create index payment_reversals_session on payment_reversals (tenant_id, stripe_session_id);
call protect_tenant_table('payment_reversals');
alter table payment_reversals add foreign key (tenant_id, stripe_session_id)
  references payments (tenant_id, stripe_session_id) on delete cascade;
grant select, insert, update on payment_reversals to atrium_platform;
-- For the copy of a workspace.
grant select on payment_reversals to atrium_workspace;
