-- An erasure may change columns that nothing could change before. So that no mistake sends money to another account,
-- they change to nothing but an erased payee.
create function beneficiaries.refuse_other_details() returns trigger
language plpgsql
as $$
begin
  if new.name = '(erased)' and num_nonnulls(new.sealed_account, new.account_last4, new.account_index, new.ifsc, new.vpa,
      new.sealed_card, new.card_last4, new.card_network, new.card_index) = 0 then
    return new;
  end if;
  raise exception 'details of a beneficiary stay as they are, or are erased' using errcode = 'insufficient_privilege';
end
$$;

create trigger details_stay_or_are_erased
  before update of name, bene_id, account_last4, account_index, account_claimed, ifsc, card_last4, card_network,
    card_index
  on beneficiaries.beneficiary
  for each row execute function beneficiaries.refuse_other_details();
