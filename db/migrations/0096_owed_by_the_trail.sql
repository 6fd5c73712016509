-- What movers owed customers by the trail: every night it is looked whether the ledger has all of it.
create index event_owed on bookings.event (at) where kind in ('given_up', 'cancelled') and data ? 'owedToCustomerPence';
