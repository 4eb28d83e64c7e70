-- One row for each checkout of Stripe's that has been completed, whatever came of it. Its id is the key, so that an event
-- that is repeated finds what it has already done.
create table payments (
  tenant_id bigint not null references tenants,
  stripe_session_id text not null,
  created_at timestamptz not null default now(),
  amount numeric(12, 2) not null check (amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  payment_status text not null check (payment_status in ('paid', 'unpaid', 'no_payment_required')),
  -- The last day that the workspace was paid for once this payment counted; absent while it does not.
  paid_until date,
  primary key (tenant_id, stripe_session_id),
  check ((paid_until is not null) = (payment_status <> 'unpaid'))
);
create index payments_newest on payments (tenant_id, created_at desc);
call protect_tenant_table('payments');
-- The platform's owner reads them across tenants, from the platform's own context only.
create policy platform_reads on payments for select to atrium_platform using (current_tenant() = 0);
grant select, insert, update on payments to atrium_platform;

-- What the administrators have been told about the coming end of the trial or of the paid time; each is told once.
create table ending_notices (
  tenant_id bigint not null references tenants,
  ends_on date not null,
  days integer not null,
  sent_at timestamptz not null default now(),
  primary key (tenant_id, ends_on, days)
);
call protect_tenant_table('ending_notices');
create policy platform_reads on ending_notices for select to atrium_platform using (current_tenant() = 0);
grant select, insert on ending_notices to atrium_platform;
