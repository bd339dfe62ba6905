-- What kind of business an organization is: some banks take accounts of some kinds only.
alter table access.organization
  -- Null: nobody has said yet.
  add column business_type text,
  add constraint business_type_is_known check (
    business_type in ('proprietorship', 'partnership', 'private_limited', 'public_limited', 'trust', 'society')
  );
