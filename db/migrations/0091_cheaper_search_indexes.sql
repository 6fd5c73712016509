-- Each change of a booking's status wrote its words into the index of the search again: some five of its seven kilobytes of WAL. They are
-- gathered instead and entered many at a time; the list of what is gathered stays so short that reading it takes no time.
alter index bookings.booking_search set (fastupdate = on, gin_pending_list_limit = 256);

-- The same words as those of `user_search`, of customers alone.
drop index identity.user_customer_search;
