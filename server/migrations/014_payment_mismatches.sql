-- What was ordered, where a checkout came to another amount or currency. Such a payment extends nothing.
alter table payments
  -- Twelve digits of yen have no cents.
  alter column amount type numeric(14, 2),
  add column expected_amount numeric(14, 2) check (expected_amount >= 0),
  add column expected_currency text check (expected_currency ~ '^[a-z]{3}$'),
  drop constraint payments_check,
  add constraint payments_expected check ((expected_amount is null) = (expected_currency is null)),
  add constraint payments_counts check ((paid_until is not null) = (payment_status <> 'unpaid' and expected_amount is null));
