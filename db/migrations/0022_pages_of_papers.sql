-- A PDF is kept as a picture of each of its pages: several rows of one place in the upload. What was kept before has one.
alter table files.file add column page int not null default 1 check (page between 1 and 20);
drop index files.file_upload;
create unique index file_upload on files.file (upload_id, position, page);

-- PDFs from before are drawn by a job; there is nothing in this index once they are.
create index file_undrawn on files.file (id) where content_type = 'application/pdf';
