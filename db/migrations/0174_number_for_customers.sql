-- Whose number customers see once a booking is confirmed: of whoever comes, or always the company's.
alter table companies.company add column gives_company_phone boolean not null default false;
