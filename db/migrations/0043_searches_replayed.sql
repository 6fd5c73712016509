-- What a stored search needs besides, to be replayed against a unit as it stands later (ADR 0030). Null for searches stored before; those
-- go within thirty days. Nothing in it identifies the customer: minutes, weights, metres, sides of a zone's edge.
alter table quoting.search
  add column replay json,
  add column cheapest_company uuid, -- whose price was the cheapest; no foreign key, which would cost a lock a search
  add column next_pence bigint check (next_pence >= 0), -- the cheapest of another company
  alter column replay set statistics 0;
