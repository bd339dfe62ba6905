-- Co-lending keeps the money of lender and originator apart, and what lies between them and the borrower: three ledgers
-- that are fund sources, which no order of the merchant may name. Loans are paid from the intermediate one.
alter table fund_sources.fund_source
  drop constraint kind_is_known,
  add constraint kind_is_known check (
    kind in ('wallet', 'bank_account', 'transit', 'intermediate', 'originator', 'lender')
  ),
  drop constraint source_numbers_fit_the_chart,
  add constraint source_numbers_fit_the_chart check (source_no between 0 and 3003),
  add constraint ledgers_of_loans_have_numbers_of_their_own check (
    source_no = case kind when 'intermediate' then 3001 when 'originator' then 3002 when 'lender' then 3003
      else least(source_no, 3000) end
  ),
  drop constraint all_but_transit_have_a_bank_account,
  add constraint all_but_passages_have_a_bank_account check (
    num_nulls(sealed_account, account_last4, account_index, ifsc)
      = case when kind in ('transit', 'intermediate') then 4 else 0 end
  ),
  drop constraint only_what_can_pay_has_a_share,
  add constraint only_what_can_pay_has_a_share check (
    share_percent = 0 or (active and kind in ('wallet', 'bank_account'))
  );
